import { frameAt } from './flac-walk.ts';
import { clustersStart, isWebm } from './webm-head.ts';

/** What comes out of a decoder at once: all channels, each as long as the others. */
export type Samples = { readonly channelData: readonly Float32Array[]; readonly sampleRate: number };

/** Formats that a decoder reads from their beginning on, as audio-decode names them. */
type Format = 'mp3' | 'aac' | 'flac' | 'opus' | 'wav' | 'webm';

type Pieces = { readonly format: Format; readonly all: () => Iterable<Uint8Array> };

/**
 * Silence is packed to a thousandth, so that few of these become many samples; what a WAV holds becomes eight times as
 * much at the most, and what comes before its samples is read anew with each piece.
 */
const packedBytes = 4 * 1024;
const wavBytes = 1024 * 1024;

/** The audio in pieces; undefined where it is in a container of which a decoder needs all. */
export function inPieces(audio: Uint8Array): Pieces | undefined {
  const format = formatOf(audio);
  if (format === undefined) return undefined;
  const pieceBytes = format === 'wav' ? wavBytes : packedBytes;
  return {
    format,
    *all() {
      // What comes before the sound of a WebM its decoder has to have at once.
      const head = format === 'webm' ? clustersStart(audio) : 0;
      if (head > 0) yield audio.subarray(0, head);
      for (let at = head; at < audio.length;) {
        const end = format === 'flac' ? endApart(audio, at + pieceBytes) : at + pieceBytes;
        yield audio.subarray(at, end);
        at = end;
      }
    },
  };
}

/** The longest header of a FLAC frame (RFC 9639 9.1). */
const longestHeader = 16;

/**
 * Where a piece of a FLAC may end: not within the header of a frame. audio-decode 3.12 does not see a header that comes in
 * two pieces, and then leaves a whole frame out.
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
  const head = Buffer.from(audio.subarray(0, 36)).toString('latin1');
  if (/^RIFF.{4}WAVE/s.test(head)) return 'wav';
  if (head.startsWith('fLaC')) return 'flac';
  // At once it takes the square of its length where its last packet says how much of it to leave out, as ffmpeg writes it.
  if (isWebm(audio)) return 'webm';
  if (head.startsWith('OggS') && head.endsWith('OpusHead')) return 'opus';
  const [first = 0, second = 0] = audio;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  // Layer 0 is none of MPEG audio, and is that of ADTS (ISO/IEC 13818-7 6.2).
  return (second & 0x06) === 0 ? 'aac' : 'mp3';
}
