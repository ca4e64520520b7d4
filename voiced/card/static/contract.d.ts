/** What daemon and page say to each other, as docs/card.md has it. For the type checker; no browser reads it. */

export type Type = "EXPENSE" | "INCOME" | "TRANSFER";
export type Status = "pending" | "confirmed" | "cancelled";
export type Decision = "confirm" | "cancel" | "reopen";

/** What can be edited of an entry; amounts are decimal text, days `2026-11-21`. */
export interface Entry {
  amount: string | null;
  type: Type;
  category: string;
  description: string;
  date: string;
  account: string | null;
  toAccount: string | null;
}

/** A row of the draft. */
export interface Item extends Entry {
  index: number;
  number: number;
  status: Status;
  /** Whether it can be confirmed as it is. */
  complete: boolean;
  doubtful: boolean;
  /** Whether a habit of the household gave its category or its account. */
  habit: boolean;
  readings: [string, string] | null;
}

/** A row of the ledger. */
export interface Row extends Entry {
  id: string;
  batchId: string;
  amount: string;
  currency: string;
  account: string;
  toAccount: string;
  createdAt: string;
  /** When it was paid, and to whom, as a bill tells; empty without a bill. */
  paidAt: string;
  merchant: string;
}

/** The same change of rows, of those that still are what they were. */
export interface SomeChanged {
  ids: string[];
  was: Change;
  change: Change;
}

/** Changes of selected rows. */
export interface ManyChanged {
  amend?: SomeChanged[];
  undo?: string[];
  restore?: string[];
}

/** A batch: how many rows, their days, and its first rows. */
export interface Together {
  count: number;
  first: string;
  last: string;
  rows: Row[];
}

export interface Revision {
  changedAt: string;
  why: "amended" | "billed" | "undone" | "restored";
  before: Row;
}

export interface Category {
  name: string;
  type: Type;
}

export interface Vocabulary {
  categories: Category[];
  accounts: string[];
}

/** A room with a voice satellite; `pending` rows wait there for a confirm. */
export interface Room {
  name: string;
  phase: "idle" | "listening" | "confirming";
  pending: number;
  said: string;
}

/** Whether the language model is believed, and why; `since` is the day of the check, or of the revocation. */
export interface Model {
  believes: boolean;
  reason: "passed" | "by_hand" | "unmeasured" | "failed" | "old" | "revoked";
  since: string | null;
  cause: "slow" | "unreadable" | "trapped" | "amounts" | "types" | "days" | "rows" | "talk" | "corrections" | null;
}

/** The whole card. */
export interface Now extends Vocabulary {
  type: "now";
  phase: "idle" | "listening" | "confirming";
  hearing: boolean;
  partial: string;
  heard: string;
  said: string;
  sentences: string[];
  question: { number: number; answers: string[] } | null;
  speaking: string;
  interim: string;
  error: string;
  microphone: "ok" | "lost" | "none";
  /** Whether sentences are spoken at all. */
  speaks: boolean;
  revision: number;
  taken: number;
  draft: Item[] | null;
  offline: boolean;
  saved: { count: number; batchId: string; rows: Row[] } | null;
  answer: Answer | null;
  ledgerChanges: number;
  restorable: { leftBehind: Entry[]; dropped: Entry[]; until: string | null; tray: LeftOut[] };
  rooms: Room[];
  /** Null without a language model. */
  model: Model | null;
  wakePhrase: string;
  host: string;
  serverTime: string;
}

/** A part of a picture; `whole` is the amount of a full bar, and `behind` finds its rows as that parameter of a search. */
export interface AnswerBar {
  name: string;
  amount: string;
  whole: string | null;
  behind: string | null;
}

/** The answer to a question; `total` is the sum of the `count` rows behind its figure. */
export interface Answer {
  title: string;
  figure: string;
  unit: "yuan" | "percent" | "rows";
  count: number;
  total: string;
  behind: string | null;
  layout: "bars" | "columns";
  bars: AnswerBar[];
  rows: Row[];
}

/** What was said and is not in the draft; `until` is null as long as the draft is open. */
export interface LeftOut {
  words: string;
  reason: "limit" | "amount" | "alone" | "unsure" | "left_behind";
  entry: Entry;
  until: string | null;
}

/** Names an entry of the tray. */
export type TrayPlace = { place: number; words: string };

export interface Refused {
  type: "refused";
  reason: "stale" | "invalid" | "too_many";
  press: number;
}

/** A message of the daemon. */
export type Heard = Now | Refused | { type: "pong" };

/** Only the fields that change. */
export type Change = Partial<{ [Field in keyof Entry]: string }>;

/** A message of the page. */
export type Message =
  | { type: "press"; button: "wake" | "exit" | "quiet" }
  | { type: Decision; revision: number; index: number | null; press: number }
  | { type: "continue"; revision: number; press: number }
  | { type: "edit"; revision: number; index: number; change: Change; press: number }
  | { type: "choose"; revision: number; index: number; reading: number; press: number }
  | { type: "forget"; revision: number; index: number; press: number }
  | { type: "add"; entry: Change; press: number; tray?: TrayPlace }
  | { type: "put_away"; tray: TrayPlace; press: number }
  | { type: "answer"; question: number; words: string }
  | { type: "say"; text: string }
  | { type: "visible"; visible: boolean }
  | { type: "ping" };

/** An entry that comes again; `due` is the day that waits for an answer. */
export interface Recurring {
  id: string;
  days: string;
  amount: string;
  type: Type;
  category: string;
  description: string;
  account: string | null;
  toAccount: string | null;
  since: string;
  due: string | null;
  next: string;
}

/** The category or the account that entries of these words get, learnt from corrections. */
export interface Habit {
  words: string;
  type: Type;
  field: "category" | "account" | "type" | "entry";
  /** A category, an account, or the name of the type where the habit answers a question. */
  value: string;
  /** The corrections and uses of this value so far. */
  count: number;
  lastUsed: string;
  /** The row that taught it last; null if it was stated, and while the ledger's server is away. */
  row: { id: string; date: string; description: string; amount: string } | null;
}

export interface Found {
  rows: Row[];
  count: number;
  page: number;
  pages: number;
  spent: string;
  earned: string;
  moved: string;
  /** What the rows behind a figure are called, if they were asked for. */
  behind: string | null;
}

export type Recurrence = "once" | "monthly" | "carried";

export interface Budget {
  category: string;
  month: string;
  limit: string;
  recurrence: Recurrence;
  carried: string;
  spent: string;
  left: string;
}

export interface Report {
  month: string;
  spent: string;
  earned: string;
  days: { date: string; spent: string; earned: string }[];
  categories: { category: string; type: Type; amount: string; count: number }[];
  budgets: Budget[];
}

/** An account, with what was in it before the rows of a day, and what is in it now. */
export interface AccountBalance {
  name: string;
  opening: { amount: string; day: string } | null;
  balance: string | null;
}

export interface Balances {
  accounts: AccountBalance[];
  netWorth: string | null;
  /** At the end of each month. */
  months: { month: string; netWorth: string | null }[];
}

export interface MonthSums {
  month: string;
  spent: string;
  earned: string;
}

/** A category, or an account without a type. */
export interface NameInUse {
  name: string;
  type?: Type;
  words: string[];
  rows: number;
  hidden: boolean;
}

export interface NamesInUse {
  categories: NameInUse[];
  accounts: NameInUse[];
}

/** What a file would add, or has added. */
export interface FileImport {
  format: string;
  count: number;
  known: number;
  batchId: string;
  first: string | null;
  last: string | null;
  spent: string;
  earned: string;
  rows: Row[];
  categories: Category[];
  accounts: string[];
  /** New names that would be heard as something else. */
  unheard: string[];
  sums: { category: string; type: Type; amount: string }[];
  /** New opening balances, of accounts that had none. */
  openings: { account: string; amount: string; day: string }[];
  refused: number;
  remarks: { line: number; problem: "amount" | "currency" | "date" | "name" | "type" | "other" | null; reason: string }[];
}

/** An import of a bill. */
export interface BillKept {
  batchId: string;
  createdAt: string;
  form: string;
  first: string;
  last: string;
}

/** A line of a bill; `options` are lists of ids of rows that it may be, the likeliest first. */
export interface BillLine {
  ref: string;
  date: string | null;
  time: string | null;
  kind: "paid" | "refund" | "own" | "nothing" | "unsure";
  type: Type;
  amount: string;
  merchant: string;
  item: string;
  method: string;
  account: string;
  toAccount: string;
  category: string;
  rows: string[];
  options: string[][];
  /** The lines that belong to the same row with it. */
  beside: string[];
  doubles: string | null;
  refunds: string | null;
  reason: string;
  doubt: "amount" | "currency" | "date" | "future" | "state" | "kind" | "accounts" | "formula" | null;
  before: Row[];
  after: Row[];
}

export type LineGroup = "matched" | "asked" | "new" | "left";
export type BillGroup = LineGroup | "alone";

/** A bill, and what its import would write or has written. */
export interface BillView {
  bill: BillKept | null;
  known: number;
  remarks: string[];
  unknown: string[];
  anotherPersons: boolean;
  counts: Record<BillGroup, number>;
  groups: Record<LineGroup, BillLine[]> & { alone: Row[] };
  rows: Record<string, Row>;
}

export interface BillDecision {
  ref: string;
  verdict: "same" | "other" | "new" | "nothing";
  rows?: string[];
  category?: string;
}

/** What people choose for their daemon. */
export interface Preferred {
  wakePhrase: string;
  voice: VoiceEngine;
  rate: number;
  night: string;
}

export type VoiceEngine = "auto" | "bank" | "pyttsx3" | "neural" | "wyoming" | "none";

export interface SettingsKnown {
  inUse: Preferred;
  voices: VoiceEngine[];
  chosen: string[];
  fixed: string[];
  entrances: string[];
  code: string | null;
}
