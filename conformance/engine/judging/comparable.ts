import { placeholders } from '../../model/probe.ts';
import type { Exchange } from '../../model/exchange.ts';

/** Of more requests than these nothing is gained by comparing all. */
export const mostCompared = 1_000;

/** Longer ones are sent for their length, and many are compared. */
export const longestCompared = 4_000;

/** Every placeholder of a token of a workspace that was made begins so. */
export const madeWorkspace = placeholders.workspace.slice(0, -1);

/** Whether what it got may be held against what others like it got: which workspace was made for it is no part of a request. */
export function isComparable({ request: { headers, body, raw = '' } }: Exchange): boolean {
  const isShort = body.length <= longestCompared && raw.length <= longestCompared;
  return isShort && !headers.some(([, value]) => value.includes(madeWorkspace));
}

/** Whether a header field differs from request to request by itself, whatever is asked. */
export function differsByItself(name: string): boolean {
  return /^(?:host|content-length|x-request-id|user-agent)$/i.test(name);
}
