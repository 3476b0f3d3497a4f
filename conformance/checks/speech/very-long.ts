import { speed as bounds } from '../../contract/limits.ts';
import { speechCall } from '../../model/calls.ts';
import { isAccepted } from '../../model/exchange.ts';
import { pickByHash } from '../../model/nonce.ts';
import type { StepInputs, Probe } from '../../model/probe.ts';
import { minimalSpeechFields, singlePassage } from './probes.ts';

const otherThanMp3 = (nonce: StepInputs['nonce']) => ['flac', pickByHash(nonce('format'), ['opus', 'aac', 'wav'])];

/**
 * About 400, 2,000 and 9,700 characters as mp3, and 3,900 in other formats: a service that cuts a text, mostly at 4,096 or
 * less, says two of them alike, or half of the last.
 */
const texts: readonly {
  readonly times: number;
  readonly formats: (nonce: StepInputs['nonce']) => readonly unknown[];
}[] = [
  { times: 3, formats: () => ['mp3'] },
  { times: 15, formats: () => ['mp3'] },
  { times: 29, formats: otherThanMp3 },
  { times: 72, formats: () => ['mp3'] },
];

/**
 * Texts that a service may refuse, and for the sound of which nobody has to wait: the next one is sent where the one before
 * it was spoken.
 */
export const veryLongTexts: Probe = {
  name: 'speak texts of up to 9,700 characters',
  needs: ['token'],
  costs: { chats: 0, speeches: 5 },
  steps: texts.map(({ times, formats }) => ({ seen, nonce }) => {
    const fields = { ...minimalSpeechFields, text: singlePassage.repeat(times), speed: bounds.maximum };
    const calls = formats(nonce).map((format) => speechCall({ ...fields, format }, { judges: { noResponse: 'any' } }));
    return seen.every(isAccepted) ? calls : [];
  }),
};
