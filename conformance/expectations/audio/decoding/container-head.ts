import type { SpeechFormat } from '../../../contract/limits.ts';

/** What a container says of itself in its first bytes, where the libraries that read audio do not tell. */
type ContainerHead = { readonly format: SpeechFormat | 'other'; readonly words: string };

/** Sample entries of ISO/IEC 14496-12 and formats of Apple's CAF, as four letters name them. */
const codecs: readonly (readonly [letters: RegExp, format: SpeechFormat])[] = [
  [/^opus$/i, 'opus'],
  [/^(mp4a|aac )$/i, 'aac'],
  [/^flac$/i, 'flac'],
  [/^\.mp3$/i, 'mp3'],
];

/** Undefined where it is none of MP4, its kin for telephones, CAF and RF64. */
export function containerHeadOf(audio: Uint8Array): ContainerHead | undefined {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength);
  const head = bytes.toString('latin1', 0, 32);
  // A WAV of more than 4 GB, and of less where its writer could not know (EBU Tech 3306).
  if (/^RF64.{4}WAVE/s.test(head)) return { format: 'wav', words: 'RF64 WAVE' };
  if (/^caff.{4}desc/s.test(head)) return named('CAF', head.slice(28, 32));
  if (!/^.{4}ftyp/s.test(head)) return undefined;
  return named(`${head.slice(8, 12).trim()} (MP4)`, sampleEntryIn(bytes));
}

/** `stsd`, version and flags, a count, then the size and the letters of the first entry (ISO/IEC 14496-12 8.5.2). */
function sampleEntryIn(bytes: Buffer): string {
  const at = bytes.indexOf('stsd', 0, 'latin1');
  return at < 0 ? '' : bytes.toString('latin1', at + 16, at + 20);
}

function named(container: string, letters: string): ContainerHead {
  const format = codecs.find(([pattern]) => pattern.test(letters))?.[1] ?? 'other';
  return { format, words: /^[\x20-\x7e]{4}$/.test(letters) ? `${container} with ${letters.trim()}` : container };
}
