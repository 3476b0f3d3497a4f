import { nameOfProbe } from '../../model/calls.ts';
import type { Expectation, Mismatch } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { missingProductReason } from '../../expectations/statuses/lacks-its-product.ts';
import { areConcurrent, notAtOnce } from '../../classification/overlapping.ts';
import type { Cost, Probe, Step, Workspace } from '../../model/probe.ts';
import { creditsOf } from '../../model/costs.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './spending/follow.ts';
import { coverageOf, openLedger, type Ledger } from './spending/ledger.ts';
import { refusalProofFor } from './spending/steady-refusal.ts';
import { callFor, workspaceCaller, costOfUses, meteredAs, exchangesOfWorkspace, type Use } from './spending/uses.ts';

/** Uses that are sent to a new workspace at the same time, more than its balance covers. */
type Race = { readonly workspace: Workspace; readonly uses: readonly Use[] };

/**
 * Number of rounds of each race, on a new workspace each time. A race that shows in 7 of 10 rounds is missed with a
 * probability of 0.3^4, less than once in 100 runs; one that shows in 9 of 10 rounds, once in 10,000.
 */
export const rounds = 4;

const roundName = (round: number): string => `round_${round + 1}`;

/**
 * The same race, round after round, until a round fails, or has a success without its product: further rounds would
 * cost more and show nothing new.
 */
export function raceProbe(workspace: Workspace, ...uses: readonly Use[]): Probe {
  const indexes = Array.from({ length: rounds }, (_, round) => round);
  const make: Step = () => ({ make: Object.fromEntries(indexes.map((round) => [roundName(round), workspace])) });
  const run = (round: number): Step => {
    return (known) => {
      if (indexes.slice(0, round).some((earlier) => isLast({ workspace, uses }, known.seen, earlier))) return [];
      const caller = workspaceCaller(known, roundName(round));
      return uses.map((use, place) => callFor(use, caller, known, true, place));
    };
  };
  return {
    name: nameOfProbe('race', workspace, uses),
    needs: ['provisioner'],
    again: { is: 'anew' },
    costs: costOfRace({ workspace, uses }),
    steps: [make, ...indexes.map(run)],
    ...refusalProofFor(uses, workspace),
  };
}

/**
 * Most uses that a race is charged for: the failing round is the last, and each round before it uses no more than its
 * workspace covers.
 */
function costOfRace({ workspace, uses }: Race): Cost {
  const dearest = dearestOf(openLedger(workspace), uses);
  const all = costOfUses(uses);
  return {
    chats: all.chats + (rounds - 1) * dearest.chats,
    speeches: all.speeches + (rounds - 1) * dearest.speeches,
  };
}

/** The larger cost of the covered uses, when they are taken in this order and in reverse. */
function dearestOf(opened: Ledger, uses: readonly Use[]): Cost {
  const [first, second] = bothWays(uses).map((order) => costOfUses(coveredOf(opened, order)));
  if (first === undefined || second === undefined) return costOfUses(uses);
  return creditsOf(first) >= creditsOf(second) ? first : second;
}

const bothWays = (uses: readonly Use[]): readonly (readonly Use[])[] => [uses, uses.toReversed()];

/** The uses that can be covered, in either order, as words. */
function coverableWords({ workspace, uses }: Race): string {
  const ledger = openLedger(workspace);
  return [...new Set(bothWays(uses).map((order) => tallyOf(coveredOf(ledger, order))))].join(', or ');
}

/** The number of uses of each kind, as words. */
function tallyOf(uses: readonly Use[]): string {
  const tally = [...Map.groupBy(uses, (use) => use)].map(([use, same]) => `${same.length} × ${use}`);
  return tally.toSorted().join(' and ') || 'none';
}

function coveredOf(opened: Ledger, uses: readonly Use[]): readonly Use[] {
  let now = opened;
  return uses.filter((use) => {
    const covered = coverageOf(now, meteredAs(use) ?? 'chat');
    if (covered.is === 'covered') now = covered.after;
    return covered.is === 'covered';
  });
}

/** Exactly as many uses succeed as the balance covers, in whatever order the service handles them. */
export function neverOverdraws(workspace: Workspace, ...uses: readonly Use[]): Expectation {
  return (seen) => {
    const wrong = Array.from({ length: rounds }, (_, round) => wrongIn({ workspace, uses }, seen, round)).flat();
    if (wrong.length > 0) return wrong;
    const open = Array.from({ length: rounds }, (_, round) => roundIn({ workspace, uses }, seen, round).followed);
    const unknown = open.find(({ is }) => is === 'unknown');
    if (unknown?.is === 'unknown') return unknownJudgement(unknown);
    const together = Array.from({ length: rounds }, (_, round) =>
      areConcurrent(exchangesOfWorkspace(seen, roundName(round))),
    );
    return together.includes(true) ? [] : notAtOnce;
  };
}

type Round = {
  readonly answers: readonly Exchange[];
  readonly succeeded: readonly Use[];
  readonly followed: LedgerOutcome;
};

/** Follows a round by the ledger: in any order, the successes must be covered and the refusals must not be. */
function roundIn({ workspace, uses }: Race, seen: readonly Exchange[], round: number): Round {
  const answers = exchangesOfWorkspace(seen, roundName(round)).map((exchange, at) => ({
    exchange,
    use: uses[at] ?? 'chat',
  }));
  const succeeded = answers.filter(({ exchange }) => isAccepted(exchange));
  const rest = answers.filter((answer) => !succeeded.includes(answer));
  const order = [...succeeded, ...rest];
  const exchangesOf = (each: typeof answers): readonly Exchange[] => each.map(({ exchange }) => exchange);
  const followed = applyUses(
    openLedger(workspace),
    order.map(({ use }) => use),
    exchangesOf(order),
    { areAtOnce: true },
  );
  return { answers: exchangesOf(answers), succeeded: succeeded.map(({ use }) => use), followed };
}

function isLast(race: Race, seen: readonly Exchange[], round: number): boolean {
  const { answers, followed } = roundIn(race, seen, round);
  return followed.is === 'disagrees' || answers.some((exchange) => missingProductReason(exchange) !== undefined);
}

function wrongIn(race: Race, seen: readonly Exchange[], round: number): readonly Mismatch[] {
  const { answers, succeeded, followed } = roundIn(race, seen, round);
  if (followed.is !== 'disagrees') return [];
  const { expected, observed: _, subject: __, kind, ...shown } = followed.mismatch;
  const statuses = answers.map(({ response }) => (response.is === 'answer' ? response.status : 0));
  return [
    {
      subject: `round ${round + 1} of ${rounds}`,
      kind: { ...kind, is: 'race', subject: 'round' },
      expected: `exactly ${coverableWords(race)} covered of ${tallyOf(race.uses)} sent at once (${expected})`,
      observed: `${tallyOf(succeeded)} succeeded, with the statuses ${statuses.join(', ')}`,
      ...shown,
    },
  ];
}
