import { nameOfProbe } from '../../../model/calls.ts';
import type { Check, Expectation } from '../../../model/check.ts';
import type { Call, StepInputs, Probe, Workspace } from '../../../model/probe.ts';
import { leftUseKeeps, wasLeftBeforeItsAnswer, type LeftUse } from './left-use.ts';
import { refusalProofFor } from '../spending/steady-refusal.ts';
import { callFor, workspaceCaller, costOfUses, type Use } from '../spending/uses.ts';

/** A use of which its client does not even see the head, as a user who closes the page. */
type LeftEarly = LeftUse & { readonly left: 'chat' | 'speech'; readonly workspace: Workspace };

/** The first of the uses behind the chat takes a while, in which the chat that was left comes to its end. */
const chat: LeftEarly = {
  left: 'chat',
  workspace: { kind: 'credit-balance', credits: 4 },
  covering: 3,
  unit: 'credits',
  others: ['stream', 'chat', 'chat', 'chat'],
};
const speechOfPool: LeftEarly = {
  left: 'speech',
  workspace: { kind: 'enterprise-pooled', includedTts: 3 },
  covering: 2,
  unit: 'included TTS uses',
  others: ['speech', 'speech', 'speech'],
};

/**
 * The same use is answered once before, which says how long it takes: after a third of that time it was begun, and
 * has no answer yet, even where the first was slow by chance. A service that is quicker than the timers of a busy machine is left at once.
 */
const quickMs = 35;
/** What was left may be tried again by a queue, behind its end: another time as long as it takes, and no more than this. */
const longestPauseMs = 2_000;

function leftEarly({ left, workspace, others }: LeftEarly): Probe {
  const uses: readonly Use[] = [left, left, ...others];
  return {
    name: nameOfProbe(`a ${left} left before its answer, then others`, workspace, others),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: costOfUses(uses),
    workspace,
    // Sent alone, so that it takes as long as the one before.
    pace: 'eachStepAlone',
    steps: uses.map((use, at) => (known) => {
      const call = callFor(use, workspaceCaller(known), known, true);
      if (at === 1) return [{ ...call, unusual: { is: 'left', afterMs: leavingMs(known) } }];
      return [at === 2 ? { ...call, pauseMs: settlingMs(known) } : call];
    }),
    ...refusalProofFor(uses, workspace),
  };
}

/** How long the first use took to its answer. */
function tookMs({ seen: [first] }: StepInputs): number {
  return first?.response.is === 'answer' ? first.response.headersAtMs : 0;
}

function leavingMs(known: StepInputs): number {
  const took = tookMs(known);
  return took < quickMs ? 0 : took / 3;
}

function settlingMs(known: StepInputs): NonNullable<Call['pauseMs']> {
  return Math.min(2 * tookMs(known), longestPauseMs);
}

const judged = (use: LeftEarly): Pick<Check, 'level' | 'probe' | 'expect'> => ({
  level: 'MUST',
  probe: leftEarly(use),
  expect: [
    leftUseKeeps('atLeast', use),
    leftUseKeeps('atMost', use),
    wasLeftBeforeItsAnswer(use),
  ] satisfies Expectation[],
});

export const leftChat = judged(chat);
export const leftSpeechOfPool = judged(speechOfPool);
