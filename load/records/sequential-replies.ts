import { asObject, asNumber } from './narrow.ts';

/**
 * By operation: number of replies that were requested sequentially before or after the run, and of those that said both
 * marks of their requests. They show what share of its marks a bot leaves out by itself.
 */
export type SequentialReplies = { readonly [operation: string]: { readonly n: number; readonly said: number } };

/**
 * The contents of asked-after.json or of a header, or undefined. An operation is absent where no reply could be
 * requested.
 */
export function sequentialRepliesFromJson(json: unknown): SequentialReplies | undefined {
  const fields = asObject(json);
  const each = Object.entries(fields ?? {}).map(([operation, counts]) => {
    const [n, said] = [asNumber(asObject(counts)?.['n']), asNumber(asObject(counts)?.['said'])];
    return isAtMost(n, mostAsked) && isAtMost(said, n) ? ([operation, { n, said }] as const) : undefined;
  });
  const whole = each.filter((one) => one !== undefined);
  return fields !== undefined && whole.length === each.length ? Object.fromEntries(whole) : undefined;
}

/** The same from the text that older versions left in a header: `stream 12 of 12, chat 11 of 12`. */
export function sequentialRepliesFromText(text = ''): SequentialReplies | undefined {
  const found = [...text.matchAll(/\b(stream|chat) (\d{1,3}) of (\d{1,3})(?!\d)/g)];
  const each = found
    .map(([, operation = '', said, n]) => [operation, { n: Number(n), said: Number(said) }] as const)
    .filter(([, { n, said }]) => said <= n);
  return each.length === 0 ? undefined : Object.fromEntries(each);
}

const mostAsked = 999;

function isAtMost(count: number | undefined, most: number): count is number {
  return count !== undefined && Number.isInteger(count) && count >= 0 && count <= most;
}
