import { sizeText } from '../reading/count-text.ts';
import { signatureOf, audioSignatures } from './containers.ts';

const unnamed = 'audio without a container';
const audioPattern = new RegExp(
  `\\d[\\d.,]* (?:bytes?|[KMG]B) of (?:${[...audioSignatures.map(({ name }) => name), unnamed].join('|')})`,
  'g',
);

/** `2.6 KB of MP3`: what audio is by its first bytes, for people to recognise; a judge reads all of it. */
export function audioLabel(audio: Uint8Array): string {
  return `${sizeText(audio.length)} of ${signatureOf(audio)?.name ?? unnamed}`;
}

/** A text in which such words stand, without the size and the format, which differ from answer to answer. */
export function withoutAudioLabels(text: string): string {
  return text.replaceAll(audioPattern, 'audio');
}

/** The same where the first bytes are those of a format that is known; a text is none. */
export function knownAudioLabel(bytes: Uint8Array): string | undefined {
  return signatureOf(bytes) === undefined ? undefined : audioLabel(bytes);
}
