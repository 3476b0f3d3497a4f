import { sizeText } from './count-text.ts';

/** How a format begins; what stands first is asked first. */
const beginnings: readonly (readonly [name: string, isIt: (head: Buffer) => boolean])[] = [
  ['WAV', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'],
  ['FLAC', (head) => head.toString('latin1', 0, 4) === 'fLaC'],
  ['Ogg Opus', (head) => head.toString('latin1', 0, 4) === 'OggS' && head.includes('OpusHead')],
  ['Ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
  ['WebM', (head) => head.toString('hex', 0, 4) === '1a45dfa3'],
  ['MP4', (head) => head.toString('latin1', 4, 8) === 'ftyp'],
  ['MP3', (head) => head.toString('latin1', 0, 3) === 'ID3'],
  // Eleven bits set, then version and layer: of ADTS the layer is 0, of MP3 it is 1 (ISO 11172-3 2.4.1.3, 13818-7 6.2).
  ['AAC', (head) => syncOf(head) === 0xfff0],
  ['MP3', (head) => (syncOf(head) & 0xffe6) === 0xffe2],
];

const headBytes = 80;

function syncOf(head: Buffer): number {
  return head.length < 2 ? 0 : head.readUInt16BE(0) & 0xfff6;
}

const unnamed = 'audio without a container';
const audioPattern = new RegExp(
  `\\d[\\d.,]* (?:bytes?|[KMG]B) of (?:${[...beginnings.map(([name]) => name), unnamed].join('|')})`,
  'g',
);

/** `2.6 KB of MP3`: what audio is by its first bytes, for people to recognise; a judge reads all of it. */
export function audioWords(audio: Uint8Array): string {
  const head = Buffer.from(audio.subarray(0, headBytes));
  const name = beginnings.find(([, isIt]) => isIt(head))?.[0];
  return `${sizeText(audio.length)} of ${name ?? unnamed}`;
}

/** A text in which such words stand, without the size and the format, which differ from answer to answer. */
export function withoutAudioWords(text: string): string {
  return text.replaceAll(audioPattern, 'audio');
}

/** The same where the first bytes are those of a format that is known; a text is none. */
export function knownAudioWords(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes));
  return beginnings.some(([, isIt]) => isIt(head)) ? audioWords(bytes) : undefined;
}
