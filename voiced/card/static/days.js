/** Days and months as text: `2026-11-21` and `2026-11`, never moved by a time zone. */

const LOCALES = { zh: "zh-CN", en: "en-GB" };

/** A day as people say it: today, yesterday, or its date; the year only where it is another one. */
export function dayName(day, today, language) {
  const away = (utc(day) - utc(today)) / 86_400_000;
  if (away === 0 || away === -1) {
    const word = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "auto" }).format(away, "day");
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return format(language, { year, month: "short", day: "numeric", weekday: "short" }, utc(day));
}

export function monthName(month, language) {
  return format(language, { year: "numeric", month: "long" }, utc(`${month}-01`));
}

/** The month so many months later, or earlier. */
export function monthAfter(month, count) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

export function daysOf(month) {
  const [year, number] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);
}

export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utc(text));
}

/** A moment of the daemon, in its own zone: `2026-11-21 12:00`. */
export function momentName(moment) {
  return moment.slice(0, 16).replace("T", " ");
}

function utc(day) {
  return Date.parse(`${day}T00:00:00Z`);
}

function format(language, options, moment) {
  return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: "UTC" }).format(moment);
}
