import { placeholders } from '../../model/probe.ts';
import type { Exchange } from '../../model/exchange.ts';

/** Most requests that are compared: with more, nothing is gained by comparing all. */
export const maxCompared = 1_000;

/** Longest body that is compared: longer ones are sent for their length, and many requests are compared. */
export const longestCompared = 4_000;

/** The beginning of every placeholder for the token of a workspace that was made. */
export const madeWorkspace = placeholders.workspace.slice(0, -1);

/**
 * Whether the answer to a request can be compared with those to requests like it. Not with the token of a workspace
 * that was made for a probe: which workspace that is, is no part of the request.
 */
export function isComparable({ request: { headers, body, raw = '' } }: Exchange): boolean {
  const isShort = body.length <= longestCompared && raw.length <= longestCompared;
  return isShort && !headers.some(([, value]) => value.includes(madeWorkspace));
}

/** Whether a header field differs from request to request by itself. */
export function variesPerRequest(name: string): boolean {
  return /^(?:host|content-length|x-request-id|user-agent)$/i.test(name);
}
