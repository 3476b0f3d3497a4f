import { isSuccessStatus, type Answer } from '../model/exchange.ts';

/** The key, and more behind it than an error has there that comes with 200. */
const beginning = /"audioBase64"\s*:\s*"[^"]{64}/;

/** More than may stand before the key. */
const lookedThroughBytes = 4_096;

/**
 * Of a success of which only the beginning is kept, whether it is sound that comes in it. Where a coding hides that, or much
 * stands before it, nobody can tell.
 */
export function beginsAsSpeech({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
  if (!isSuccessStatus(status)) return false;
  return beginning.test(Buffer.from(body.subarray(0, lookedThroughBytes)).toString('latin1'));
}
