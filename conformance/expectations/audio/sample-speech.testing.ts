import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';

/** A speech's answer for the tests of expectations, with its audio as bytes or as text that is meant to be base64. */
export function spokenAs(audio: Uint8Array | string, contentType: unknown = 'audio/mpeg', id = 'speak#1'): Exchange {
  const audioBase64 = typeof audio === 'string' ? audio : Buffer.from(audio).toString('base64');
  return answered({ operation: 'speech', id, body: { audioBase64, contentType } });
}
