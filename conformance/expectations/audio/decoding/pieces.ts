import type { Beginning } from '../../../audio/beginning.ts';
import { signatureOf } from '../../../audio/containers.ts';
import { frameAt } from './flac-walk.ts';
import { firstClusterOffset } from './webm-head.ts';

/** What a decoder returns at once: all channels, equally long. */
export type Samples = { readonly channelData: readonly Float32Array[]; readonly sampleRate: number };

/** A format that can be decoded from its beginning on, as audio-decode names it. */
type Format = Exclude<Beginning['inPieces'], false>;

type Pieces = { readonly format: Format; readonly all: () => Iterable<Uint8Array> };

/**
 * Size of pieces in bytes. Silence is compressed to a thousandth, so few compressed bytes may become many samples. The
 * bytes of a WAV become eight times as many at most, but a small piece would have what comes before the samples read
 * again each time.
 */
const packedBytes = 4 * 1024;
const wavBytes = 1024 * 1024;

/** The audio in pieces. Undefined where a decoder needs the whole container. */
export function splitIntoPieces(audio: Uint8Array): Pieces | undefined {
  const format = formatOf(audio);
  if (format === undefined) return undefined;
  const pieceBytes = format === 'wav' ? wavBytes : packedBytes;
  return {
    format,
    *all() {
      // The decoder of WebM needs everything before the sound in its first piece.
      const head = format === 'webm' ? firstClusterOffset(audio) : 0;
      if (head > 0) yield audio.subarray(0, head);
      for (let at = head; at < audio.length;) {
        const end = format === 'flac' ? endApart(audio, at + pieceBytes) : at + pieceBytes;
        yield audio.subarray(at, end);
        at = end;
      }
    },
  };
}

/** Longest header of a FLAC frame in bytes (RFC 9639 9.1). */
const longestHeader = 16;

/**
 * Where a piece of a FLAC may end, which is not within a frame header: audio-decode 3.12 does not find a header that is
 * split over two pieces, and then leaves out a whole frame.
 */
function endApart(audio: Uint8Array, earliest: number): number {
  const flac = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  for (let at = earliest - 1; at > earliest - longestHeader; at -= 1) {
    const end = at + (frameAt(flac, at)?.headerBytes ?? 0);
    if (end > earliest) return end;
  }
  return earliest;
}

function formatOf(audio: Uint8Array): Format | undefined {
  const known = signatureOf(audio);
  if (known !== undefined) return known.inPieces === false ? undefined : known.inPieces;
  // Further frames of MPEG audio, such as those of layer 2, which samples look like too often to be named by them.
  const [first = 0, second = 0] = audio;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  // No MPEG audio has layer 0, but ADTS has (ISO/IEC 13818-7 6.2).
  return (second & 0x06) === 0 ? 'aac' : 'mp3';
}
