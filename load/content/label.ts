/** As long as the name of a kind of event may be; what is longer is text. */
const longestLabel = 64;

/** Dates, times of day and seconds since 1970: events of one moment share them, whatever their kind. */
const moment = /\d{4}-\d\d-\d\d|\d\d:\d\d|\d{9}/;

/** Whether a value can tell one kind of event from others in any stream, and not just in the one that it was seen in. */
export function isLabel(value: string): boolean {
  return value.length <= longestLabel && !moment.test(value);
}
