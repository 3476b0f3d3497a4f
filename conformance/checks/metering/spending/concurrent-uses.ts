import { areConcurrent, notAtOnce } from '../../../classification/overlapping.ts';
import { nameOfProbe } from '../../../model/calls.ts';
import type { Check, Judgement, Mismatch } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { attributeTo } from '../../../model/mismatch.ts';
import { addCosts } from '../../../model/costs.ts';
import { stepIf, type Call, type StepInputs, type Probe, type Step, type Workspace } from '../../../model/probe.ts';
import { applyFormedUse } from './follow-forms.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './follow.ts';
import { ledgerOf, type Prices } from './ledger.ts';
import { callAfter } from './script.ts';
import { refusalProofFor } from './steady-refusal.ts';
import { callFor, workspaceCaller, costOfUses, workspaceNameOf, type Use } from './uses.ts';

/**
 * Uses that one fresh workspace covers, sent at the same time, and then one more of each that nothing is left for. No race
 * that somebody may win or lose: what a use holds back while it is under way, or writes over what another has taken, shows
 * each time, so that one round in which two were under way together will do.
 */
export type ConcurrentUses = {
  readonly workspace: Workspace;
  /** Begins a session, where they go on with one. */
  readonly before?: readonly Use[];
  readonly together: readonly Use[];
  readonly behind: readonly Use[];
  readonly prices?: Prices;
};

/** Which are sent with each step: those before one by one, then all that go together, then the rest one by one. */
function stepsOf({ before = [], together, behind }: ConcurrentUses): readonly (readonly Use[])[] {
  const steps = [...before.map((use) => [use]), together, ...behind.map((use) => [use])];
  return steps.filter(({ length }) => length > 0);
}

/** The requests of a step, as long as all before it came out as they should. */
export function callsOfConcurrentUses(
  atOnce: ConcurrentUses,
  at: number,
  known: StepInputs,
  seen: readonly Exchange[],
  name?: string,
): readonly Call[] {
  const uses = stepsOf(atOnce)[at] ?? [];
  const followed = followedIn(atOnce, seen);
  if (followed.is !== 'agrees') return [];
  if (uses === atOnce.together)
    return uses.map((use, place) => callFor(use, workspaceCaller(known, name), known, true, place));
  return uses.map((use) => callAfter(followed, use, known, name));
}

/** Those that go together in whatever order they were taken: what was refused comes last, when the most was used up. */
function inOrder(atOnce: ConcurrentUses, seen: readonly Exchange[]): readonly { use: Use; exchange: Exchange }[] {
  const uses = stepsOf(atOnce).flat();
  const all = seen.flatMap((exchange, at) => {
    const use = uses[at];
    return use === undefined ? [] : [{ use, exchange }];
  });
  const { begins, ends } = placesOf(atOnce);
  const first = all.slice(begins, ends);
  const taken = first.filter(({ exchange }) => isAccepted(exchange));
  return [...all.slice(0, begins), ...taken, ...first.filter((each) => !taken.includes(each)), ...all.slice(ends)];
}

/** Where those that go together stand among all of them. */
function placesOf({ before = [], together }: ConcurrentUses): { readonly begins: number; readonly ends: number } {
  return { begins: before.length, ends: before.length + together.length };
}

function followedIn(atOnce: ConcurrentUses, seen: readonly Exchange[]): LedgerOutcome {
  const ordered = inOrder(atOnce, seen);
  return applyUses(
    ledgerOf(atOnce),
    ordered.map(({ use }) => use),
    ordered.map(({ exchange }) => exchange),
    { step: applyFormedUse, areAtOnce: seen.length <= placesOf(atOnce).ends },
  );
}

/** All that go together are covered, and nothing of what they took is left for one more. */
export function judgeConcurrentUses(atOnce: ConcurrentUses, seen: readonly Exchange[]): Judgement {
  const followed = followedIn(atOnce, seen);
  if (followed.is === 'unknown') return unknownJudgement(followed);
  if (followed.is === 'disagrees') return [withPlace(atOnce, followed.mismatch, seen)];
  if (seen.length < stepsOf(atOnce).flat().length) return { inconclusive: 'not every use was sent' };
  return ranAtOnce(atOnce, seen) ? [] : notAtOnce;
}

function ranAtOnce(atOnce: ConcurrentUses, seen: readonly Exchange[]): boolean {
  const { begins, ends } = placesOf(atOnce);
  return begins === ends || areConcurrent(seen.slice(begins, ends));
}

/** Whether it was one of those that went together, and which these were. */
function withPlace(atOnce: ConcurrentUses, mismatch: Mismatch, seen: readonly Exchange[]): Mismatch {
  const { together } = atOnce;
  const { begins, ends } = placesOf(atOnce);
  const place = seen.findIndex(({ id }) => id === mismatch.exchange);
  const isBeside = place >= begins && place < ends;
  const others = isBeside ? together.toSpliced(place - begins, 1) : together;
  const says = isBeside ? 'sent at once with' : 'sent after these at once:';
  const which = `the ${stepsOf(atOnce).flat()[place] ?? 'use'} (${mismatch.exchange ?? ''})`;
  return attributeTo({ ...mismatch, subject: 'status' }, `${which}, ${says} ${others.join(', ')}`);
}

/** Most rounds: where answers come within milliseconds, it may take several until two uses are under way together. */
const mostRounds = 3;

/** The first round has the workspace of the probe; each further one has its own, by this name. */
const nameOfRound = (round: number): string | undefined => (round === 0 ? undefined : `round_${round + 1}`);

function inRound(seen: readonly Exchange[], round: number): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange) === nameOfRound(round));
}

/** The next round is due where all went as it should, but one after the other, which shows nothing. */
function isDue(atOnce: ConcurrentUses, round: number, { seen }: StepInputs): boolean {
  if (round === 0) return true;
  const before = inRound(seen, round - 1);
  const isWhole = before.length === stepsOf(atOnce).flat().length;
  return isWhole && followedIn(atOnce, before).is === 'agrees' && !ranAtOnce(atOnce, before);
}

export function concurrentUsesCheck(atOnce: ConcurrentUses): Pick<Check, 'level' | 'probe' | 'expect'> {
  const { workspace } = atOnce;
  const uses = stepsOf(atOnce);
  const rounds = Array.from({ length: mostRounds }, (_, round) => round);
  const stepsOfRound = (round: number): readonly Step[] => {
    const name = nameOfRound(round);
    const make: readonly Step[] = name === undefined ? [] : [() => ({ make: { [name]: workspace } })];
    const send = uses.map(
      (_, at): Step =>
        (known) =>
          callsOfConcurrentUses(atOnce, at, known, inRound(known.seen, round), name),
    );
    return [...make, ...send].map((step) => stepIf((known) => isDue(atOnce, round, known), step));
  };
  const each = costOfUses(uses.flat());
  const probe: Probe = {
    name: nameOfProbe('at once, and one more', workspace, uses),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: rounds.map(() => each).reduce(addCosts),
    workspace,
    steps: rounds.flatMap(stepsOfRound),
    ...refusalProofFor(uses.flat(), workspace),
  };
  return { level: 'MUST', probe, expect: [(seen) => judgedByRounds(atOnce, seen)] };
}

/** By the last round: it is there only where those before it went as they should. */
export function judgedByRounds(atOnce: ConcurrentUses, seen: readonly Exchange[]): Judgement {
  const rounds = Array.from({ length: mostRounds }, (_, round) => inRound(seen, round));
  return judgeConcurrentUses(atOnce, rounds.findLast(({ length }) => length > 0) ?? []);
}
