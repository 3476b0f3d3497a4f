import type { Mismatch } from '../../model/check.ts';
import { frameChainIn, framesCounted } from './decoding/mpeg-frames.ts';
import { onAudio } from './spoken.ts';
import { unknownLengthIn } from './decoding/wav-chunks.ts';

/** The frame that counts may count itself, or not. */
const miscounted = 1;

/**
 * Audio that is whole says how long it is, where its header says anything of it. Who reads on to the end hears all of it
 * none the less, and programs that write into a pipe leave such headers behind: good practice, and no more.
 */
export const saysItsLength = onAudio((audio) => {
  const unknown = unknownLengthIn(audio);
  if (unknown !== undefined) return [mismatch('the length of a complete file', unknown)];
  const chain = frameChainIn(audio);
  const counted = chain?.format === 'mp3' ? framesCounted(audio) : undefined;
  if (chain === undefined || counted === undefined || counted + miscounted >= chain.frames) return [];
  return [mismatch('as many frames as its first one counts', `${chain.frames} where it counts ${counted}`)];
});

function mismatch(expected: string, observed: string): Mismatch {
  return { subject: 'audio', expected, observed };
}
