import type { Mismatch } from '../../model/check.ts';
import { findFrameChain, declaredFrameCount } from './decoding/mpeg-frames.ts';
import { notInContainer, onAudio } from './speech-body.ts';
import { isRiff, plainWav, unknownLengthIn } from './decoding/wav-chunks.ts';

/** How many frames the count of an MP3 may be off: the frame with the count may count itself or not. */
const miscounted = 1;

/**
 * Whole audio states its length. Readers that go on to the end hear all of it anyway, and programs that write to a pipe
 * leave the length unknown, so this is only good practice.
 */
export const wavSaysItsLength = onAudio((audio) => {
  const wav = plainWav(audio) ?? audio;
  if (!isRiff(wav)) return notInContainer('WAV');
  const unknown = unknownLengthIn(wav);
  return unknown === undefined ? [] : [mismatch('the length of a complete file', unknown)];
});

/** The same for an MP3 whose first frame counts all frames. An MP3 without a count is fine too. */
export const mp3SaysItsLength = onAudio((audio) => {
  const chain = findFrameChain(audio);
  if (chain?.format !== 'mp3') return notInContainer('plain frames of MP3');
  const counted = declaredFrameCount(audio);
  if (counted === undefined || counted + miscounted >= chain.frames) return [];
  return [mismatch('as many frames as its first one counts', `${chain.frames} where it counts ${counted}`)];
});

function mismatch(expected: string, observed: string): Mismatch {
  return { subject: 'audio', expected, observed, kind: { is: 'audio' } };
}
