import { nameOfProbe, speechCall, voicesCall } from '../../model/calls.ts';
import type { Expectation } from '../../model/check.ts';
import type { StepInputs, Probe } from '../../model/probe.ts';
import { speed as bounds, voiceNames } from '../../contract/limits.ts';
import { voicesIn } from '../../expectations/bodies/carries-voices.ts';
import { wrapExpectation } from '../../expectations/on-answer.ts';
import { areRefusals } from '../../expectations/statuses/is-refusal.ts';
import { minimalSpeechFields } from './probes.ts';

/** Voices by the list of the service: those beyond the documented six, and those that it lacks. */

const documentedVoices: readonly string[] = voiceNames;
/**
 * Most further voices that are tried, at three credits each: a service that adds voices to its list alone fails for all
 * of them, or for the newest.
 */
const mostFurtherVoices = 2;

/**
 * Lists the voices and speaks with the first and the last that the document does not name; with the last also slowly
 * and in a format that is hardly the default. With the last listed voice where there are no others.
 */
export const speakFurtherVoices: Probe = {
  name: 'speak with listed voices',
  needs: ['token'],
  isCases: true,
  costs: { chats: 0, speeches: mostFurtherVoices + 1 },
  steps: [
    () => [voicesCall()],
    ({ seen }) => {
      const voices = furtherVoicesIn(seen);
      const newest = voices.findLast((voice) => !documentedVoices.includes(voice));
      const otherwiseToo = newest === undefined ? [] : [{ voice: newest, format: 'opus', speed: bounds.minimum }];
      return [...voices.map((voice) => ({ voice })), ...otherwiseToo].map((fields) =>
        speechCall({ ...minimalSpeechFields, ...fields }),
      );
    },
  ],
};

function furtherVoicesIn(seen: StepInputs['seen']): readonly string[] {
  const listed = listedIn(seen) ?? voiceNames;
  const further = listed.filter((voice) => !documentedVoices.includes(voice));
  return [...new Set([further.at(0), further.at(-1) ?? listed.at(-1) ?? minimalSpeechFields.voice])].filter(
    (voice) => voice !== undefined,
  );
}

function listedIn(seen: StepInputs['seen']): readonly string[] | undefined {
  const response = seen[0]?.response;
  return response?.is === 'answer' ? voicesIn(response) : undefined;
}

/** Lists the voices, then speaks with a voice that the list probably lacks: only the current list counts. */
export function speakAsUnlisted(fields: Readonly<Record<string, unknown>> & { readonly voice: string }): Probe {
  return {
    name: nameOfProbe('speak with a voice that is likely not listed', fields),
    needs: ['token'],
    costs: { chats: 0, speeches: 1 },
    steps: [() => [voicesCall()], () => [speechCall({ ...minimalSpeechFields, ...fields })]],
  };
}

/** Only where the list lacks this voice: a listed name is a voice of its own, however similar it is to another. */
export function unlessListed(voice: string, expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) =>
    listedIn(seen)?.includes(voice) === true
      ? { inconclusive: `the voice list has ${voice}, so that it is a supported voice (2.5)`, isUnspecified: true }
      : expectation(seen),
  );
}

/** Voices that engines behind such services know besides the six, and the word for none in particular. */
const likelyOthers = ['ash', 'coral', 'verse', 'default'] as const;

/** Lists the voices and speaks with the first and the last of these voices that are not listed. */
export const speakUnlistedVoices: Probe = {
  name: 'speak with voices that are not listed, though engines know them',
  needs: ['token'],
  costs: { chats: 0, speeches: 2 },
  steps: [
    () => [voicesCall()],
    ({ seen }) => {
      const listed = listedIn(seen);
      if (listed === undefined) return { stop: 'the voice list could not be read, so no voice is known to lack in it' };
      const others = likelyOthers.filter((voice) => !listed.includes(voice));
      if (others.length === 0) return { stop: `the voice list has all of ${likelyOthers.join(', ')}` };
      return [...new Set([others.at(0), others.at(-1)])].map((voice) => speechCall({ ...minimalSpeechFields, voice }));
    },
  ],
};

export const speechesAreRefused: Expectation = wrapExpectation(areRefusals, (seen) =>
  areRefusals(seen.filter(({ operation }) => operation === 'speech')),
);
