import { withSteadyRefusalJudged } from '../../../model/calls.ts';
import type { Expectation } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatusText } from '../../../model/mismatch.ts';
import { isTemporarilyRefused } from '../../../classification/transient.ts';
import { stepIf, type Call, type StepInputs, type Probe, type Step, type Workspace } from '../../../model/probe.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { describeAnswer } from '../../../expectations/describe-answer.ts';
import { isSteadyRefusal, unauthorizedReason, rounds, fewestAttempts } from './steady-refusal.ts';
import { callFor, workspaceCaller, exchangesOfWorkspace, workspaceNameOf } from './uses.ts';

/**
 * A chat, whole or streamed, that a cap does not cover (8.2), as the first or after another: one that the cap covers, or one
 * that was refused with 402. And others whose cap covers as many.
 */
export type CappedUse = {
  readonly name: string;
  readonly use: 'chat' | 'stream';
  readonly capped: Workspace;
  readonly before: 'nothing' | 'covered' | 'refused';
  readonly others: Workspace;
};

/**
 * The first round sends what is judged. Only where it was refused temporarily, three more rounds show whether the cap
 * is the reason.
 */
const allRounds = [0, ...rounds] as const;
const ofCapped = 'capped_';
const namesIn = (round: number): readonly string[] =>
  round === 0 ? [`${ofCapped}0`] : [`${ofCapped}${round}`, `other_${round}`, `also_other_${round}`];

/**
 * A chat past its cap. A service may refuse any caller temporarily; but no limit on requests refuses it at each
 * attempt, in three rounds, while two other callers that are just as new, and have sent as many requests, are answered
 * at once.
 */
export function chatPastItsCap(cap: CappedUse): Probe {
  const chatsOfEach = sentBefore(cap) + 1;
  return {
    name: cap.name,
    needs: ['provisioner'],
    costs: { chats: chatsOfEach * allRounds.flatMap(namesIn).length, speeches: 0 },
    // Sent alone: otherwise a limit on concurrent requests may refuse one of them, and nobody knows whether it was
    // charged.
    pace: 'eachStepAlone',
    again: { is: 'anew' },
    steps: allRounds.flatMap((round): readonly Step[] => {
      const ifDue = (step: Step): Step => stepIf(({ seen }) => isDue(seen, round, cap), step);
      const before: readonly Step[] =
        sentBefore(cap) === 0 ? [] : [ifDue((known) => chats(known, namesIn(round), cap))];
      return [
        ifDue(() => ({ make: madeIn(round, cap) })),
        ...before,
        ifDue((known) => {
          const [capped = '', ...others] = namesIn(round);
          return [
            withSteadyRefusalJudged(chatOf(known, capped, { cap, isCharged: false })),
            ...chats(known, others, cap),
          ];
        }),
      ];
    }),
    refusals: { is: 'shown', isShown: (seen) => isSteady(seen, cap) },
  };
}

function sentBefore({ before }: CappedUse): 0 | 1 {
  return before === 'nothing' ? 0 : 1;
}

function madeIn(round: number, { capped, others }: CappedUse): Readonly<Record<string, Workspace>> {
  return Object.fromEntries(namesIn(round).map((name, at) => [name, at === 0 ? capped : others]));
}

/** `isCharged`: the request may be charged, and must not be sent twice. */
function chatOf(
  known: StepInputs,
  name: string,
  { cap, isCharged }: { readonly cap: CappedUse; readonly isCharged: boolean },
): Call {
  return callFor(cap.use, workspaceCaller(known, name), known, isCharged);
}

function chats(known: StepInputs, names: readonly string[], cap: CappedUse): readonly Call[] {
  return names.map((name) => {
    const isCharged = cap.before !== 'refused' || !name.startsWith(ofCapped);
    return {
      ...chatOf(known, name, { cap, isCharged }),
      ...(isCharged && exchangesOfWorkspace(known.seen, name).length === 0
        ? { charge: 'onceFirstCovered' as const }
        : {}),
    };
  });
}

function isDue(seen: readonly Exchange[], round: number, cap: CappedUse): boolean {
  const before = refusalIn(seen, round - 1, cap);
  return round === 0 || (before !== undefined && isTemporarilyRefused(before));
}

function refusalIn(seen: readonly Exchange[], round: number, cap: CappedUse): Exchange | undefined {
  return exchangesOfWorkspace(seen, `${ofCapped}${round}`)[sentBefore(cap)];
}

function isSteady(seen: readonly Exchange[], cap: CappedUse): boolean {
  const refusals = rounds.flatMap((round) => refusalIn(seen, round, cap) ?? []);
  return isSteadyRefusal(refusals, othersIn(seen), sentBefore(cap) + 1) && isAsPlannedBefore(seen, cap);
}

function othersIn(seen: readonly Exchange[]): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange)?.includes('other_') === true);
}

function isAsPlannedBefore(seen: readonly Exchange[], cap: CappedUse): boolean {
  const before = allRounds.flatMap((round) =>
    exchangesOfWorkspace(seen, `${ofCapped}${round}`).slice(0, sentBefore(cap)),
  );
  return before.every(cap.before === 'refused' ? isUncovered : isAccepted);
}

function isUncovered({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status === uncoveredChatStatus;
}

/** The refusal has status 402 (4.2, 7.3, 8.2), and not a status with another meaning. */
export function isRefusedForItsCap(cap: CappedUse): Expectation {
  return (seen) => {
    const refusal = allRounds.flatMap((round) => refusalIn(seen, round, cap) ?? []).at(-1);
    const last = refusal?.response;
    if (refusal === undefined || last?.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
    if (!isAsPlannedBefore(seen, cap)) return { inconclusive: notBefore(cap) };
    if (last.status === uncoveredChatStatus) return [];
    // Nobody knows a token that was never let in: that says nothing of its cap.
    if (last.status === 401 && cap.before === 'nothing') return { inconclusive: unauthorizedReason };
    const expected = `${uncoveredChatStatus}: nothing covers a further ${cap.use}`;
    const kind = { is: 'status', due: uncoveredChatStatusText } as const;
    if (!isTemporarilyRefused(refusal))
      return [{ subject: 'status', expected, observed: describeAnswer(last), exchange: refusal.id, kind }];
    if (!isSteady(seen, cap)) return { inconclusive: `status ${last.status}, which may be temporary` };
    const observed = `${describeAnswer(last)}, ${fewestAttempts} times in each of ${rounds.length} rounds, while others were answered`;
    return [{ subject: 'status', expected, observed, exchange: refusal.id, kind }];
  };
}

function notBefore({ before, use }: CappedUse): string {
  return before === 'refused'
    ? `a first ${use} that nothing covers was not refused with ${uncoveredChatStatus} before it`
    : `a ${use} that the cap covers was not answered before it`;
}
