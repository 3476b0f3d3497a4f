import { sizeText } from '../reading/count-text.ts';
import { beginningOf, beginnings } from './containers.ts';

const unnamed = 'audio without a container';
const audioPattern = new RegExp(
  `\\d[\\d.,]* (?:bytes?|[KMG]B) of (?:${[...beginnings.map(({ name }) => name), unnamed].join('|')})`,
  'g',
);

/** `2.6 KB of MP3`: what audio is by its first bytes, for people to recognise; a judge reads all of it. */
export function audioWords(audio: Uint8Array): string {
  return `${sizeText(audio.length)} of ${beginningOf(audio)?.name ?? unnamed}`;
}

/** A text in which such words stand, without the size and the format, which differ from answer to answer. */
export function withoutAudioWords(text: string): string {
  return text.replaceAll(audioPattern, 'audio');
}

/** The same where the first bytes are those of a format that is known; a text is none. */
export function knownAudioWords(bytes: Uint8Array): string | undefined {
  return beginningOf(bytes) === undefined ? undefined : audioWords(bytes);
}
