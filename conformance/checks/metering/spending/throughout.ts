import { addCosts, noCost } from '../../../model/costs.ts';
import { nameOfProbe } from '../../../model/calls.ts';
import { isMet, type Check, type Expectation, type Judgement } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Call, StepInputs, Probe, Step } from '../../../model/probe.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './follow.ts';
import { coverageIn } from './states.ts';
import { applyFormedUse, hasUnusualForm, isRefusedForRequest } from './follow-forms.ts';
import {
  retryBalances,
  retryCalls,
  applyUseWithResolved,
  isAmbiguousRefusal,
  judgeUnresolved,
  resolvedRefusalsIn,
  retryWorkspaces,
  type AmbiguousRefusal,
  type ResolvedRefusal,
} from './ambiguous-refusals.ts';
import { joinJudgements } from './judged-together.ts';
import { coverageOf, ledgerOf, type MeteredAs } from './ledger.ts';
import { callAfter, type Script } from './script.ts';
import { refusalProofFor } from './steady-refusal.ts';
import { statusAndCreditsTaken } from './credits-taken.ts';
import { costOfUses, isInvalidUse, mayBeRefused, meteredAs, exchangesOfWorkspace, type Use } from './uses.ts';

/**
 * Uses of a new workspace, each of which gets the answer that the ledger says, and then plain uses until one more is
 * refused than is covered: every wrong charge shows in the end, too little or too much.
 */
export type Spending = Script & { readonly until?: MeteredAs };

/** By the names of their workspaces. */
type Spendings = Readonly<Record<string, Spending>>;

type CheckParts = Pick<Check, 'level' | 'probe' | 'expect'>;

/** All of these, side by side. */
export function spendingCheck(name: string, spendings: Spendings): CheckParts {
  const all = Object.entries(spendings);
  const make: Step = () => ({ make: Object.fromEntries(all.map(([each, { workspace }]) => [each, workspace])) });
  const ask: Step = (known) => all.flatMap(([each, spending]) => nextOf(spending, known, each));
  const longest = Math.max(...all.map(([, spending]) => mostUsesOf(spending).length));
  const doubtsIn = (seen: readonly Exchange[]) =>
    all.map(([each, spending]) => ({
      name: each,
      spending,
      doubts: doubtsOf(spending, exchangesOfWorkspace(seen, each)),
    }));
  const makeBeside: Step = ({ seen }) => ({
    make: Object.assign(
      {},
      ...doubtsIn(seen).map(({ name: each, spending, doubts }) => retryWorkspaces(each, spending.workspace, doubts)),
    ),
    isOptional: true,
  });
  const askBeside = retryBalances.map(
    (of): Step =>
      (known) =>
        doubtsIn(known.seen).flatMap(({ name: each, doubts }) => retryCalls(each, known, doubts, of)),
  );
  const probe: Probe = {
    name: nameOfProbe(name, spendings),
    needs: ['provisioner'],
    again: { is: 'anew' },
    costs: all
      .map(([, spending]) => costOfUses([...mostUsesOf(spending), ...askedBeside(spending)]))
      .reduce(addCosts, noCost),
    steps: [make, ...Array.from({ length: longest }, () => ask), makeBeside, ...askBeside],
    ...refusalProofFor(
      all.flatMap(([, { uses }]) => uses),
      ...all.map(([, { workspace }]) => workspace),
    ),
  };
  const expect: Expectation = (seen) =>
    joinJudgements(
      doubtsIn(seen).map(({ name: each, spending, doubts }) => {
        const judgement = judgeSpending(
          spending,
          exchangesOfWorkspace(seen, each),
          resolvedRefusalsIn(each, seen, doubts),
        );
        return isMet(judgement) ? judgeUnresolved(each, seen, doubts) : judgement;
      }),
    );
  return { level: 'MUST', probe, expect: [expect] };
}

/**
 * The next request of the workspace with this name; none where all is spent, or where an answer leaves open what is
 * left.
 */
function nextOf(spending: Spending, known: StepInputs, name: string): readonly Call[] {
  const answers = exchangesOfWorkspace(known.seen, name);
  const use = nextUse(spending, answers);
  if (use === undefined) return [];
  return [callAfter(followedIn(spending, answers), use, known, name)];
}

/**
 * The listed uses, then uses for what is left, more where some of them are validly refused, and one too many. A balance
 * without an end is not spent.
 */
function mostUsesOf(spending: Spending): readonly Use[] {
  const { uses, until } = spending;
  if (until === undefined) return uses;
  const open = uses.filter((use) => hasUnusualForm(use) && meteredAs(use) === until);
  const more = open.length + leftBehind(spending, until) + 1;
  return [...uses, ...Array.from({ length: more }, () => until)];
}

/** How many further uses are covered after all listed ones. */
function leftBehind(spending: Spending, until: MeteredAs): number {
  let ledger = ledgerOf(spending);
  const take = (as: MeteredAs): boolean => {
    const covered = coverageOf(ledger, as);
    if (covered.is === 'covered') ledger = covered.after;
    return covered.is === 'covered';
  };
  for (const use of spending.uses) if (!isInvalidUse(use)) take(meteredAs(use) ?? until);
  let left = 0;
  while (left < mostLeft && take(until)) left += 1;
  return left;
}

const mostLeft = 10;

function nextUse(spending: Spending, answers: readonly Exchange[]): Use | undefined {
  const { uses, until } = spending;
  const followed = followedIn(spending, answers);
  if (followed.is !== 'agrees' || isSpent(spending, answers)) return undefined;
  return uses[answers.length] ?? until;
}

/** The last use was one too many, and all uses before it got the answers that the ledger says. */
function isSpent(spending: Spending, answers: readonly Exchange[]): boolean {
  const { uses, until } = spending;
  if (answers.length < uses.length) return false;
  if (until === undefined) return true;
  const before = followedIn(spending, answers.slice(0, -1));
  return answers.length > uses.length && before.is === 'agrees' && coverageIn(before.states, until) === 'uncovered';
}

function followedIn(
  spending: Spending,
  answers: readonly Exchange[],
  step: typeof applyFormedUse = applyFormedUse,
): LedgerOutcome {
  const { uses, until = 'chat' } = spending;
  return applyUses(
    ledgerOf(spending),
    answers.map((_, at) => uses[at] ?? until),
    answers,
    { step },
  );
}

/** The refusals so far for which it is unknown whether the balance is the reason. */
function doubtsOf(spending: Spending, answers: readonly Exchange[]): readonly AmbiguousRefusal[] {
  return spending.uses.flatMap((use, at) => {
    const [refused, before] = [answers[at], followedIn(spending, answers.slice(0, at))];
    if (refused === undefined || before.is !== 'agrees' || !isAmbiguousRefusal(before.states, use, refused)) return [];
    return [{ use, refused }];
  });
}

/** Most uses that may be repeated, in two workspaces each, to settle doubts. */
const askedBeside = ({ uses }: Spending): readonly Use[] =>
  uses.flatMap((use) => (hasUnusualForm(use) && meteredAs(use) === 'speech' ? [use, use] : []));

/**
 * Every answer is as the ledger says, and all uses were sent. `settled`: refusals that are known to be for the balance
 * alone.
 */
export function judgeSpending(
  spending: Spending,
  answers: readonly Exchange[],
  settled: ReadonlyMap<string, ResolvedRefusal> = new Map(),
): Judgement {
  const step = applyUseWithResolved(settled);
  const followed = followedIn(spending, answers, step);
  if (followed.is === 'unknown') return unknownJudgement(followed);
  if (followed.is === 'agrees' && !isSpent(spending, answers)) return { inconclusive: 'not every use was sent' };
  if (followed.is === 'agrees') return refusedForThemselves(spending, answers) ?? [];
  const at = answers.findIndex((_, last) => followedIn(spending, answers.slice(0, last + 1), step).is === 'disagrees');
  const { uses, until = 'chat' } = spending;
  // The uses before are shown too: the last use need not be the one that was charged wrongly.
  const before = answers.slice(0, at).map((_, place) => uses[place] ?? until);
  const told = before.length > mostTold ? [`${before.length} other uses`] : before;
  const subject = statusSubject(told, uses[at] ?? until, answers[at]);
  const all = answers.map((_, place) => uses[place] ?? until);
  const plain = followed.mismatch.observed;
  const observed = statusAndCreditsTaken(spending, all, answers) ?? `${plain}${suspectsIn(all.slice(0, at + 1))}`;
  return [{ ...followed.mismatch, subject, observed }];
}

/** `status of the longest chat (…#2), sent after long chat`. */
export function statusSubject(before: readonly string[], use: string, answer: Exchange | undefined): string {
  const after = before.length === 0 ? '' : `, sent after ${before.join(', ')}`;
  return `status of the ${use} (${answer?.id ?? ''})${after}`;
}

/** Most earlier uses that the subject names; the ledger shows all of them. */
const mostTold = 3;

/**
 * Other checks judge the plain uses alone: where a single other use is left, it is the one that was charged wrongly.
 */
function suspectsIn(uses: readonly Use[]): string {
  const isSuspect = (use: Use): boolean => hasUnusualForm(use) || isInvalidUse(use) || meteredAs(use) === undefined;
  const [only, ...more] = new Set(uses.filter(isSuspect));
  const isTold = uses.length > 1 && only !== undefined && more.length === 0;
  return isTold ? `; unless a plain use is charged wrongly too, it is the ${only}` : '';
}

/** Inconclusive where all uses that the check is about were refused: their cost is unknown. */
function refusedForThemselves({ uses }: Spending, answers: readonly Exchange[]): Judgement | undefined {
  const formed = uses.flatMap((use, at) => (hasUnusualForm(use) ? [{ use, answer: answers[at] }] : []));
  const isUnspecified = formed.every(
    ({ use, answer }) => mayBeRefused(use) && answer !== undefined && isRefusedForRequest(answer, use),
  );
  if (formed.length === 0 || !isUnspecified) return undefined;
  return {
    inconclusive: `all of these were refused, which is allowed: ${formed.map(({ use }) => use).join(', ')}`,
    isUnspecified,
  };
}
