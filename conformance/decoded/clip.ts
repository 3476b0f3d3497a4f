import { signatureOf } from '../audio/containers.ts';
import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import type { Answer } from '../model/exchange.ts';
import { audioIn } from '../expectations/audio/speech-body.ts';

/** Audio, with the media type of its container: never what the answer calls it. */
export type Clip = { readonly mediaType: string; readonly bytes: Uint8Array };

/** The audio of a speech, or of a body that says it is audio; undefined where a browser would not play it. */
export function clipIn(answer: Answer): Clip | undefined {
  const bytes = audioIn(answer) ?? bodyOf(answer);
  if (bytes === undefined) return undefined;
  const mediaType = signatureOf(bytes)?.plays;
  return mediaType === undefined ? undefined : { mediaType, bytes };
}

function bodyOf(answer: Answer): Uint8Array | undefined {
  if (!mediaTypeOf(answer).startsWith('audio/')) return undefined;
  const content = contentOf(answer);
  return content.is === 'bytes' ? content.bytes : undefined;
}
