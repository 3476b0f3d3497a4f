import { areTogether } from '../../../classification/overlapping.ts';
import { nameOfProbe } from '../../../model/calls.ts';
import type { Check, Judgement, Mismatch } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { ofOne } from '../../../model/mismatch.ts';
import type { Call, Known, Probe, Step, Workspace } from '../../../model/probe.ts';
import { followForm } from './follow-forms.ts';
import { followAll, notTold, type Followed } from './follow.ts';
import { ledgerOf, type Prices } from './ledger.ts';
import { callBehind } from './script.ts';
import { proofFor } from './steady-refusal.ts';
import { callFor, callerOf, costOfUses, type Use } from './uses.ts';

/**
 * Uses that one fresh workspace covers, sent at the same time, and then one more of each that nothing is left for. No race
 * that somebody may win or lose: what a use holds back while it is under way, or writes over what another has taken, shows
 * each time, so that one round will do.
 */
export type AtOnce = {
  readonly workspace: Workspace;
  /** Begins a session, where they go on with one. */
  readonly before?: readonly Use[];
  readonly together: readonly Use[];
  readonly behind: readonly Use[];
  readonly prices?: Prices;
};

/** Which are sent with each step: those before one by one, then all that go together, then the rest one by one. */
function stepsOf({ before = [], together, behind }: AtOnce): readonly (readonly Use[])[] {
  const steps = [...before.map((use) => [use]), together, ...behind.map((use) => [use])];
  return steps.filter(({ length }) => length > 0);
}

/** The requests of a step, as long as all before it came out as they should. */
export function callsOfAtOnce(
  atOnce: AtOnce,
  at: number,
  known: Known,
  seen: readonly Exchange[],
  name?: string,
): readonly Call[] {
  const uses = stepsOf(atOnce)[at] ?? [];
  const followed = followedIn(atOnce, seen);
  if (followed.is !== 'agrees') return [];
  if (uses === atOnce.together)
    return uses.map((use, place) => callFor(use, callerOf(known, name), known, true, place));
  return uses.map((use) => callBehind(followed, use, known, name));
}

/** Those that go together in whatever order they were taken: what was refused comes last, when the most was used up. */
function inOrder(atOnce: AtOnce, seen: readonly Exchange[]): readonly { use: Use; exchange: Exchange }[] {
  const uses = stepsOf(atOnce).flat();
  const all = seen.flatMap((exchange, at) => {
    const use = uses[at];
    return use === undefined ? [] : [{ use, exchange }];
  });
  const { begins, ends } = placesOf(atOnce);
  const first = all.slice(begins, ends);
  const taken = first.filter(({ exchange }) => isTaken(exchange));
  return [...all.slice(0, begins), ...taken, ...first.filter((each) => !taken.includes(each)), ...all.slice(ends)];
}

/** Where those that go together stand among all of them. */
function placesOf({ before = [], together }: AtOnce): { readonly begins: number; readonly ends: number } {
  return { begins: before.length, ends: before.length + together.length };
}

function followedIn(atOnce: AtOnce, seen: readonly Exchange[]): Followed {
  const ordered = inOrder(atOnce, seen);
  return followAll(
    ledgerOf(atOnce),
    ordered.map(({ use }) => use),
    ordered.map(({ exchange }) => exchange),
    { step: followForm, areAtOnce: seen.length <= placesOf(atOnce).ends },
  );
}

/** All that go together are covered, and nothing of what they took is left for one more. */
export function judgedAtOnce(atOnce: AtOnce, seen: readonly Exchange[]): Judgement {
  const followed = followedIn(atOnce, seen);
  if (followed.is === 'unknown') return notTold(followed);
  if (followed.is === 'disagrees') return [withPlace(atOnce, followed.mismatch, seen)];
  if (seen.length < stepsOf(atOnce).flat().length) return { inconclusive: 'not every use was sent' };
  const { begins, ends } = placesOf(atOnce);
  return begins === ends || areTogether(seen.slice(begins, ends))
    ? []
    : { inconclusive: 'no two of them ran at once: give --concurrency 2 or more' };
}

/** Whether it was one of those that went together, and which these were. */
function withPlace(atOnce: AtOnce, mismatch: Mismatch, seen: readonly Exchange[]): Mismatch {
  const { together } = atOnce;
  const { begins, ends } = placesOf(atOnce);
  const place = seen.findIndex(({ id }) => id === mismatch.exchange);
  const isBeside = place >= begins && place < ends;
  const others = isBeside ? together.toSpliced(place - begins, 1) : together;
  const says = isBeside ? 'sent at once with' : 'sent after these at once:';
  const which = `the ${stepsOf(atOnce).flat()[place] ?? 'use'} (${mismatch.exchange ?? ''})`;
  return ofOne({ ...mismatch, subject: 'status' }, `${which}, ${says} ${others.join(', ')}`);
}

export function sentAtOnce(atOnce: AtOnce): Pick<Check, 'level' | 'probe' | 'expect'> {
  const { workspace } = atOnce;
  const steps = stepsOf(atOnce);
  const probe: Probe = {
    name: nameOfProbe('at once, and one more', workspace, steps),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: costOfUses(steps.flat()),
    workspace,
    steps: steps.map(
      (_, at): Step =>
        (known) =>
          callsOfAtOnce(atOnce, at, known, known.seen),
    ),
    ...proofFor(steps.flat(), workspace),
  };
  return { level: 'MUST', probe, expect: [(seen) => judgedAtOnce(atOnce, seen)] };
}
