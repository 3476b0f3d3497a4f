import { onSuccess } from '../on-answer.ts';
import { audioIn, onAudio, speechBodyOf } from './speech-body.ts';
import { headOf, tailOf } from '../../reading/whole-letters.ts';

/**
 * The text is base64 by RFC 4648 section 4: only its alphabet (3.3), padded to a multiple of four (3.2), without line
 * breaks (3.1).
 */
export const isStrictBase64 = onSuccess((answer) => {
  const text = speechBodyOf(answer)?.audioBase64;
  if (typeof text !== 'string') return { inconclusive: 'the answer carries no audioBase64' };
  // A fast test, as a run has megabytes of base64: a text that encodes to itself again has nothing stray in it.
  if (isSame(text, audioIn(answer))) return [];
  const observed = strayIn(text);
  return observed === undefined
    ? []
    : [{ subject: 'audioBase64', expected: 'base64 text', observed, reference: 'RFC 4648 4' }];
});

/** The decoded bytes are audio and not base64 text again (2.6: the audio, base64-encoded). */
export const isEncodedOnce = onAudio((audio) => {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  // Audio does not begin with a hundred characters of the base64 alphabet.
  if (/[^A-Za-z0-9+/=]/.test(bytes.toString('latin1', 0, 100))) return [];
  const within = bytes.toString('latin1');
  if (strayIn(within) !== undefined) return [];
  const observed = `base64 of base64 text ${JSON.stringify(headOf(within, 24))}…`;
  return [{ subject: 'audioBase64', expected: 'base64 of the audio itself', observed }];
});

function isSame(text: string, audio: Uint8Array | undefined): boolean {
  if (audio === undefined) return false;
  return Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString('base64') === text;
}

/**
 * A character that is not of base64, or a "=" that is no padding: two more follow it, or more base64. What stands behind
 * the padding is itself the stray character.
 */
const strayCharacter = /[^A-Za-z0-9+/=]|=(?:(?===)|(?==?[A-Za-z0-9+/]))/;

function strayIn(text: string): string | undefined {
  if (text.startsWith('data:')) return `a data: URI, ${JSON.stringify(headOf(text, 40))}…`;
  const at = text.search(strayCharacter);
  if (at >= 0)
    return `${JSON.stringify(text[at])} at offset ${at}, after ${JSON.stringify(tailOf(text.slice(0, at), 8))}`;
  if (text.length % 4 !== 0)
    return `${text.length} characters, not padded to a multiple of four, ending in ${JSON.stringify(tailOf(text, 8))}`;
  const bits = unusedBits(text);
  return bits === 0 ? undefined : `unused bits that are not zero in its last group ${JSON.stringify(tailOf(text, 4))}`;
}

/** The bits of the last group that padding leaves unused, which have to be zero (RFC 4648 3.5). */
function unusedBits(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (padding === 0) return 0;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet.indexOf(text.at(-1 - padding) ?? 'A') & (padding === 2 ? 0b1111 : 0b11);
}
