import { judgingSteadyRefusal } from '../../../model/calls.ts';
import type { Expectation } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { uncoveredIsDue } from '../../../model/mismatch.ts';
import { isTemporarilyRefused } from '../../../classification/transient.ts';
import type { Call, Known, Probe, Step, Workspace } from '../../../model/probe.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { shown } from '../../../expectations/shown-answer.ts';
import { isSteadily, notLetIn, rounds, fewestAttempts } from './steady-refusal.ts';
import { callFor, callerOf, ofWorkspace, workspaceNameOf } from './uses.ts';

/**
 * A chat, whole or streamed, that a cap does not cover (8.2), after so many that it covers; and others whose cap covers
 * one more.
 */
export type Cap = {
  readonly name: string;
  readonly use: 'chat' | 'stream';
  readonly capped: Workspace;
  readonly coveredBefore: 0 | 1;
  readonly others: Workspace;
};

/** The first round sends what is judged. Only where that was put off, three more show whether it is the cap. */
const allRounds = [0, ...rounds] as const;
const namesIn = (round: number): readonly string[] =>
  round === 0 ? ['capped_0'] : [`capped_${round}`, `other_${round}`, `also_other_${round}`];

/**
 * A chat past its cap. A service may put off anybody at any time; but no limit on requests refuses it at each attempt,
 * three times over, while two others who are just as fresh, and have sent as many, are answered at once.
 */
export function chatPastItsCap(cap: Cap): Probe {
  const chatsOfEach = cap.coveredBefore + 1;
  return {
    name: cap.name,
    needs: ['provisioner'],
    costs: { chats: chatsOfEach * allRounds.flatMap(namesIn).length, speeches: 0 },
    // Else a limit on concurrent requests may put off one of them, and nobody knows whether it was charged.
    pace: 'eachStepAlone',
    again: { is: 'anew' },
    steps: allRounds.flatMap((round): readonly Step[] => {
      const ifDue =
        (step: Step): Step =>
        (known) =>
          isDue(known.seen, round, cap) ? step(known) : [];
      const before: readonly Step[] =
        cap.coveredBefore === 0 ? [] : [ifDue((known) => chats(known, namesIn(round), cap))];
      return [
        ifDue(() => ({ make: madeIn(round, cap) })),
        ...before,
        ifDue((known) => {
          const [capped = '', ...others] = namesIn(round);
          return [judgingSteadyRefusal(chatOf(known, capped, { cap, isCharged: false })), ...chats(known, others, cap)];
        }),
      ];
    }),
    refusals: { is: 'shown', isShown: (seen) => isSteady(seen, cap) },
  };
}

function madeIn(round: number, { capped, others }: Cap): Readonly<Record<string, Workspace>> {
  return Object.fromEntries(namesIn(round).map((name, at) => [name, at === 0 ? capped : others]));
}

/** `isCharged`: it is not to be sent twice. */
function chatOf(
  known: Known,
  name: string,
  { cap, isCharged }: { readonly cap: Cap; readonly isCharged: boolean },
): Call {
  return callFor(cap.use, callerOf(known, name), known, isCharged);
}

function chats(known: Known, names: readonly string[], cap: Cap): readonly Call[] {
  return names.map((name) => ({
    ...chatOf(known, name, { cap, isCharged: true }),
    ...(ofWorkspace(known.seen, name).length === 0 ? { charge: 'onceFirstCovered' as const } : {}),
  }));
}

function isDue(seen: readonly Exchange[], round: number, cap: Cap): boolean {
  const before = refusalIn(seen, round - 1, cap);
  return round === 0 || (before !== undefined && isTemporarilyRefused(before));
}

function refusalIn(seen: readonly Exchange[], round: number, { coveredBefore }: Cap): Exchange | undefined {
  return ofWorkspace(seen, `capped_${round}`)[coveredBefore];
}

function isSteady(seen: readonly Exchange[], cap: Cap): boolean {
  const refusals = rounds.flatMap((round) => refusalIn(seen, round, cap) ?? []);
  return isSteadily(refusals, othersIn(seen), cap.coveredBefore + 1) && beforeIn(seen, cap).every(isTaken);
}

function othersIn(seen: readonly Exchange[]): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange)?.includes('other_') === true);
}

function beforeIn(seen: readonly Exchange[], { coveredBefore }: Cap): readonly Exchange[] {
  return allRounds.flatMap((round) => ofWorkspace(seen, `capped_${round}`).slice(0, coveredBefore));
}

/** It is 402 (4.2, 7.3, 8.2), and not a status that means something else. */
export function isRefusedForItsCap(cap: Cap): Expectation {
  return (seen) => {
    const refusal = allRounds.flatMap((round) => refusalIn(seen, round, cap) ?? []).at(-1);
    const last = refusal?.response;
    if (refusal === undefined || last?.is !== 'answer') return { inconclusive: 'there was no answer to judge' };
    if (!beforeIn(seen, cap).every(isTaken))
      return { inconclusive: `a ${cap.use} that the cap covers was not answered before it` };
    if (last.status === uncoveredChatStatus) return [];
    // Nobody knows a token that was never let in: that says nothing of its cap.
    if (last.status === 401 && cap.coveredBefore === 0) return { inconclusive: notLetIn };
    const expected = `${uncoveredChatStatus}: nothing covers a further ${cap.use}`;
    const kind = { is: 'status', due: uncoveredIsDue } as const;
    if (!isTemporarilyRefused(refusal))
      return [{ subject: 'status', expected, observed: shown(last), exchange: refusal.id, kind }];
    if (!isSteady(seen, cap)) return { inconclusive: `status ${last.status}, which may be temporary` };
    const observed = `${shown(last)}, ${fewestAttempts} times in each of ${rounds.length} rounds, while others were answered`;
    return [{ subject: 'status', expected, observed, exchange: refusal.id, kind }];
  };
}
