import { setTimeout as after } from 'node:timers/promises';
import { createDispatchers } from '../../conformance/http/dispatchers.ts';
import { undici } from '../../conformance/http/undici.ts';
import { maxStampBytes, readStamp } from '../../conformance/evidence/stamps/read-stamp.ts';
import { stampRequest } from '../../conformance/evidence/stamps/request.ts';
import { boundedBytes } from '../../conformance/reading/bounded-bytes.ts';
import { errorMessage } from '../errors/error-message.ts';

/** Limit of one request in milliseconds, from connecting to the last byte. */
const limitMs = 10_000;
/** Pauses before retries, in milliseconds: an authority that is briefly down must not cost a finished run. */
const pausesMs = [1_000, 3_000];

type Answered =
  | { readonly is: 'stamp'; readonly der: Uint8Array }
  | { readonly is: 'none'; readonly because: string; readonly mayBeBetter: boolean };

/** A timestamp over a message, verified before it is accepted; or why there is none, and what to do. */
export async function requestStamp(
  authority: string,
  message: Uint8Array,
): Promise<Extract<Answered, { is: 'stamp' }> | { readonly is: 'none'; readonly because: string }> {
  let answered = await askedOnce(authority, message);
  for (const pauseMs of pausesMs) {
    if (answered.is === 'stamp' || !answered.mayBeBetter) break;
    await after(pauseMs);
    answered = await askedOnce(authority, message);
  }
  if (answered.is === 'stamp') return answered;
  const { origin } = new URL(authority);
  return {
    is: 'none',
    because: `the timestamp authority ${origin} gave no timestamp: ${answered.because}; try again later, give another --timestamp, or leave it out`,
  };
}

async function askedOnce(authority: string, message: Uint8Array): Promise<Answered> {
  const { der, nonce } = await stampRequest(message);
  const dispatchers = createDispatchers({});
  const signal = AbortSignal.timeout(limitMs);
  try {
    // Nothing else is sent: the authority is not the target and must not get its token or header fields.
    const { statusCode, body } = await undici().request(authority, {
      dispatcher: dispatchers.to(authority),
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: der,
      signal,
    });
    if (statusCode !== 200)
      return {
        is: 'none',
        because: `it answered with status ${statusCode}`,
        mayBeBetter: statusCode >= 500 || statusCode === 429,
      };
    const answer = await boundedBytes(body, maxStampBytes);
    if (answer === undefined)
      return { is: 'none', because: `its answer is longer than ${maxStampBytes} bytes`, mayBeBetter: false };
    const read = await readStamp(answer, { message, nonce });
    if (read.is === 'stamp') return { is: 'stamp', der: answer };
    return { is: 'none', because: `its answer is no timestamp to rely on: ${read.because}`, mayBeBetter: false };
  } catch (error) {
    const because = signal.aborted ? `it did not answer within ${limitMs / 1000} s` : errorMessage(error);
    return { is: 'none', because, mayBeBetter: true };
  } finally {
    await dispatchers.destroy();
  }
}
