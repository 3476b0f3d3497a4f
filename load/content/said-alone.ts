/**
 * How many of the replies that were asked for one at a time, before the run, said both marks of their requests, by
 * operation. A bot may leave them out: what share of them it does, this tells.
 */
export type SaidAlone = { readonly [operation: string]: { readonly n: number; readonly said: number } };

/** `stream 12 of 12, chat 11 of 12` */
export function saidAloneText(alone: SaidAlone): string {
  return Object.entries(alone)
    .map(([operation, { n, said }]) => `${operation} ${said} of ${n}`)
    .join(', ');
}

/** What of a text is that: one of a file may say anything. */
export function saidAloneFrom(text = ''): SaidAlone {
  const found = [...text.matchAll(/\b(stream|chat) (\d{1,3}) of (\d{1,3})(?!\d)/g)];
  const each = found.map(([, operation = '', said, n]) => [operation, { n: Number(n), said: Number(said) }] as const);
  return Object.fromEntries(each.filter(([, { n, said }]) => said <= n));
}
