/** Days and months as text: `2026-11-21` and `2026-11`, never moved by a time zone. */

/** @import { Language } from "./words.js" */

const LOCALES = { zh: "zh-CN", en: "en-GB" };
/** To make one takes longer than to draw a row. @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * A day as people say it: today, yesterday, or its date; the year only where it is another one.
 *
 * @param {string} day
 * @param {string} today
 * @param {Language} language
 */
export function dayName(day, today, language) {
  const away = (utc(day) - utc(today)) / 86_400_000;
  if (away === 0 || away === -1) {
    const word = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "auto" }).format(away, "day");
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return format(language, { year, month: "short", day: "numeric", weekday: "short" }, utc(day));
}

/**
 * @param {string} month
 * @param {Language} language
 */
export function monthName(month, language) {
  return format(language, { year: "numeric", month: "long" }, utc(`${month}-01`));
}

/**
 * The month so many months later, or earlier.
 *
 * @param {string} month
 * @param {number} count
 */
export function monthAfter(month, count) {
  const day = new Date(utc(`${month}-01`));
  day.setUTCMonth(day.getUTCMonth() + count);
  return day.toISOString().slice(0, 7);
}

/**
 * The days of the week in short, Monday first.
 *
 * @param {Language} language
 */
export function weekdayNames(language) {
  return daysOf("2024-01").slice(0, 7).map((day) => format(language, { weekday: language === "zh" ? "narrow" : "short" }, utc(day)));
}

/**
 * The place of a day in its week, Monday is 0.
 *
 * @param {string} day
 */
export function weekdayOf(day) {
  return (new Date(utc(day)).getUTCDay() + 6) % 7;
}

/** @param {string} month */
export function daysOf(month) {
  const count = new Date(utc(`${monthAfter(month, 1)}-01`) - 1).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);
}

/** @param {string} text */
export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utc(text));
}

/**
 * Whether a day is more than a year ahead: then a digit of the year is wrong.
 *
 * @param {string} day
 */
export function isFarAhead(day) {
  return utc(day) - Date.now() > 366 * 86_400_000;
}

/**
 * A moment of the daemon, in its own zone: `2026-11-21 12:00`.
 *
 * @param {string} moment
 */
export function momentName(moment) {
  return moment.slice(0, 16).replace("T", " ");
}

/**
 * The time from one day to another, or the one day: `2026-11-01 – 2026-11-21`.
 *
 * @param {{first: string, last: string}} days
 */
export function spanName({ first, last }) {
  return first === last ? first : `${first} – ${last}`;
}

/** @param {string} day */
function utc(day) {
  return Date.parse(`${day}T00:00:00Z`);
}

/**
 * @param {Language} language
 * @param {{[Part in keyof Intl.DateTimeFormatOptions]: Intl.DateTimeFormatOptions[Part] | undefined}} options
 * @param {number} moment
 */
function format(language, options, moment) {
  const key = language + JSON.stringify(options);
  const given = /** @type {Intl.DateTimeFormatOptions} */ (options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...given, timeZone: "UTC" });
  formats.set(key, known);
  return known.format(moment);
}
