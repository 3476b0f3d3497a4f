import { isSuccessStatus, type Answer } from '../model/exchange.ts';

/** The key with more behind it than an error with status 200 has there. */
const beginning = /"audioBase64"\s*:\s*"[^"]{64}/;

/** Number of bytes within which the key must begin. */
const lookedThroughBytes = 4_096;

/**
 * For a success of which only the beginning is kept: whether the sound of a speech comes in it. False where a content
 * coding hides the sound, or a long text stands before it.
 */
export function beginsAsSpeech({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
  if (!isSuccessStatus(status)) return false;
  return beginning.test(Buffer.from(body.subarray(0, lookedThroughBytes)).toString('latin1'));
}
