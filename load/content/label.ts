/** Longest name of a kind of event: what is longer counts as text. */
const longestLabel = 64;

/** Dates, times of day and seconds since 1970: events close in time share them, whatever their kind. */
const moment = /\d{4}-\d\d-\d\d|\d\d:\d\d|\d{9}/;

/** Whether a value could name a kind of event in any stream, not only in the stream in which it was seen. */
export function isLabel(value: string): boolean {
  return value.length <= longestLabel && !moment.test(value);
}
