import { beginsAs } from '../../../audio/containers.ts';
import { formatOfCodec } from '../../../audio/formats.ts';
import type { SpeechFormat } from '../../../contract/limits.ts';
import { containerReaders } from './container-readers.ts';

/** What a container says about itself in its first bytes, where the libraries for audio do not tell. */
type ContainerHead = { readonly format: SpeechFormat | 'other'; readonly label: string };

/** Undefined for any container but MP4, its relatives for telephones, CAF and RF64. */
export function containerHeadOf(audio: Uint8Array): ContainerHead | undefined {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const head = bytes.toString('latin1', 0, 32);
  // A WAV of more than 4 GB, or a smaller one whose writer could not know its size (EBU Tech 3306).
  if (/^RF64.{4}WAVE/s.test(head)) return { format: 'wav', label: 'RF64 WAVE' };
  if (/^caff.{4}desc/s.test(head)) return named('CAF', head.slice(28, 32));
  if (!/^.{4}ftyp/s.test(head)) return undefined;
  return named(`${head.slice(8, 12).trim()} (MP4)`, sampleEntryIn(bytes));
}

/**
 * The container by a header from which decoders start: that of a container with a reader here, STREAMINFO (RFC 9639
 * 8.2), or the first packet of Opus (RFC 7845 5.1) or FLAC (RFC 9639 10.1). Undefined where there is none. Anything
 * else before the sound does not matter.
 */
export function soundHeadOf(audio: Uint8Array): ContainerHead | undefined {
  const own = containerReaders.find(([format]) => beginsAs(format, audio));
  if (own !== undefined) {
    const [format, { hasSound, label }] = own;
    return hasSound(audio) ? { format, label } : undefined;
  }
  const head = Buffer.from(audio.subarray(0, 64)).toString('latin1');
  if (/^fLaC[\0\x80]\0\0\x22.{34}/s.test(head)) return { format: 'flac', label: 'FLAC' };
  if (/^OggS.{24}OpusHead/s.test(head)) return { format: 'opus', label: 'Ogg with Opus' };
  return /^OggS.{24}\x7fFLAC/s.test(head) ? { format: 'flac', label: 'Ogg with FLAC' } : undefined;
}

/**
 * The four letters of the first sample entry: they follow `stsd`, version and flags, a count, and the size of the entry
 * (ISO/IEC 14496-12 8.5.2).
 */
function sampleEntryIn(bytes: Buffer): string {
  const at = bytes.indexOf('stsd', 0, 'latin1');
  return at < 0 ? '' : bytes.toString('latin1', at + 16, at + 20);
}

function named(container: string, letters: string): ContainerHead {
  const format = formatOfCodec(letters) ?? 'other';
  return { format, label: /^[\x20-\x7e]{4}$/.test(letters) ? `${container} with ${letters.trim()}` : container };
}
