import type { Mismatch } from '../../model/check.ts';
import { frameChainIn, framesCounted } from './decoding/mpeg-frames.ts';
import { notIn, onAudio } from './spoken.ts';
import { isRiff, plainWav, unknownLengthIn } from './decoding/wav-chunks.ts';

/** The frame that counts may count itself, or not. */
const miscounted = 1;

/**
 * Audio that is whole says how long it is. Who reads on to the end hears all of it none the less, and programs that write
 * into a pipe leave such headers behind: good practice, and no more.
 */
export const wavSaysItsLength = onAudio((audio) => {
  const wav = plainWav(audio) ?? audio;
  if (!isRiff(wav)) return notIn('WAV');
  const unknown = unknownLengthIn(wav);
  return unknown === undefined ? [] : [mismatch('the length of a complete file', unknown)];
});

/** The same of an MP3 whose first frame counts all frames; one that counts none is right too. */
export const mp3SaysItsLength = onAudio((audio) => {
  const chain = frameChainIn(audio);
  if (chain?.format !== 'mp3') return notIn('plain frames of MP3');
  const counted = framesCounted(audio);
  if (counted === undefined || counted + miscounted >= chain.frames) return [];
  return [mismatch('as many frames as its first one counts', `${chain.frames} where it counts ${counted}`)];
});

function mismatch(expected: string, observed: string): Mismatch {
  return { subject: 'audio', expected, observed, kind: { is: 'audio' } };
}
