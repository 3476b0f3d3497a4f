import { contentOf, mediaTypeOf } from '../bodies/content.ts';
import type { Answer } from '../model/exchange.ts';
import { audioIn } from '../expectations/audio/spoken.ts';

/** Audio, with the media type of its container: never what the answer calls it. */
export type Clip = { readonly mediaType: string; readonly bytes: Uint8Array };

type Head = { readonly mediaType: string; readonly begins: (bytes: Buffer) => boolean };

const says =
  (at: number, text: string) =>
  (bytes: Buffer): boolean =>
    bytes.toString('latin1', at, at + text.length) === text;

/** A sync word of 12 ones, and a layer: 0 in ADTS, 1 (Layer III) in mp3 (ISO/IEC 13818-7 6.2, 11172-3 2.4.2.3). */
const syncWithLayer =
  (layer: number, syncMask: number) =>
  (bytes: Buffer): boolean => {
    const [first = 0, second = 0] = bytes;
    return first === 0xff && (second & syncMask) === syncMask && ((second >> 1) & 3) === layer;
  };

/** The containers that browsers play, by how they begin. */
const containers: readonly Head[] = [
  { mediaType: 'audio/wav', begins: (bytes) => says(0, 'RIFF')(bytes) && says(8, 'WAVE')(bytes) },
  { mediaType: 'audio/ogg', begins: says(0, 'OggS') },
  { mediaType: 'audio/flac', begins: says(0, 'fLaC') },
  { mediaType: 'audio/mpeg', begins: says(0, 'ID3') },
  { mediaType: 'audio/webm', begins: says(0, '\x1a\x45\xdf\xa3') },
  { mediaType: 'audio/mp4', begins: says(4, 'ftyp') },
  { mediaType: 'audio/aac', begins: syncWithLayer(0, 0xf0) },
  { mediaType: 'audio/mpeg', begins: syncWithLayer(1, 0xe0) },
];

/** The audio of a speech, or of a body that says it is audio; undefined where a browser would not play it. */
export function clipIn(answer: Answer): Clip | undefined {
  const bytes = audioIn(answer) ?? bodyOf(answer);
  if (bytes === undefined) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const container = containers.find(({ begins }) => begins(buffer));
  return container === undefined ? undefined : { mediaType: container.mediaType, bytes };
}

function bodyOf(answer: Answer): Uint8Array | undefined {
  if (!mediaTypeOf(answer).startsWith('audio/')) return undefined;
  const content = contentOf(answer);
  return content.is === 'bytes' ? content.bytes : undefined;
}
