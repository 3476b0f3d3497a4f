import { nameOfProbe, speechCall } from '../calls.ts';
import type { Probe } from '../probe.ts';

/** Long enough that the length of its sound can be compared, short enough to cost little time. */
export const spokenText = 'The quick brown fox jumps over the lazy dog.';

/** The smallest valid speech request (2.5). */
export const minimalSpeech = { text: spokenText, voice: 'alloy' } as const;

/** One speech with nothing unusual in it. */
export const plainSpeech: Probe = {
  name: nameOfProbe('speak'),
  needs: ['token'],
  costs: { chats: 0, speeches: 1 },
  steps: [() => [speechCall(minimalSpeech)]],
};
