import { addCosts, noCost } from '../../model/costs.ts';
import { nameOfProbe } from '../../model/calls.ts';
import type { Expectation, Judgement, Mismatch, Exchanges } from '../../model/check.ts';
import { aboutAnswer } from '../../model/reason.ts';
import type { StepInputs, Probe, Step, Workspace } from '../../model/probe.ts';
import { applyFormedUse } from './spending/follow-forms.ts';
import { applyUses, unknownJudgement, type LedgerOutcome } from './spending/follow.ts';
import { openLedger } from './spending/ledger.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { callsAtPlace, type Script } from './spending/script.ts';
import { refusalProofFor } from './spending/steady-refusal.ts';
import { costOfUses, exchangesOfWorkspace, workspaceNameOf, type Use } from './spending/uses.ts';

/**
 * A workspace that covers a number of uses, and these uses, taken in turn. The number is drawn between the two bounds.
 */
type CountedUses = {
  readonly covering: (count: number) => Workspace;
  readonly uses: readonly Use[];
  readonly drawn: readonly [least: number, most: number];
  /**
   * Also tried with a count of 2. Where one use too many is covered, a further one is sent: the numbers covered in both
   * workspaces show what the balances were.
   */
  readonly isBalance?: true;
};

/** The second count that is tried: a wrong balance is wrong for each count, and two of them show it. */
const fixed = 2;
const numbersOf = ({ isBalance }: CountedUses, drawn: number): readonly number[] =>
  isBalance === true ? [fixed, drawn] : [drawn];

type CheckParts = { readonly level: 'MUST'; readonly probe: Probe; readonly expect: readonly Expectation[] };

/**
 * As many uses succeed as are covered, and the next is refused; the number is drawn from the seed of the run. Other
 * checks try 0, 1 and 2, which a counter gets right that is a mere flag, or is read only once.
 */
export function coversExactly(counter: CountedUses): CheckParts {
  const [least, most] = counter.drawn;
  const make: Step = (known) => ({
    make: Object.fromEntries(
      numbersOf(counter, drawnNumber(known, least, most)).map((count) => [nameFor(count), counter.covering(count)]),
    ),
  });
  const ask = Array.from(
    { length: most + 1 },
    (_, at): Step =>
      (known) =>
        Object.keys(known.bots).flatMap((name) => callsAtPlace(scriptOf(counter, countIn(name)), at, known, name)),
  );
  const askOneMore: Step = (known) =>
    Object.keys(known.bots).flatMap((name) => {
      const [own, count] = [exchangesOfWorkspace(known.seen, name), countIn(name)];
      const isCovered = own.length === count + 1 && own.every(isAccepted);
      return isCovered ? callsAtPlace(scriptOf(counter, count, 2), count + 1, known, name) : [];
    });
  return {
    level: 'MUST',
    probe: {
      name: nameOfProbe('as many as', counter.covering(fixed), counter.uses, counter.drawn),
      needs: ['provisioner'],
      again: { is: 'anew' },
      costs: numbersOf(counter, most)
        .map((count) => costOfUses(scriptOf(counter, count, counter.isBalance === true ? 2 : 1).uses))
        .reduce(addCosts, noCost),
      steps: [make, ...ask, ...(counter.isBalance === true ? [askOneMore] : [])],
      ...refusalProofFor(counter.uses, counter.covering(fixed)),
    },
    expect: [(seen) => countsRight(counter, seen)],
  };
}

/** The name of the workspace contains the number, so that a stored run is judged by the same number. */
const nameFor = (count: number): string => `of_${count}`;
const countIn = (name: string): number => Number(/^of_(\d+)$/.exec(name)?.[1]);

function drawnNumber({ nonce }: StepInputs, least: number, most: number): number {
  const sum = [...nonce('number')].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return least + (sum % (most - least + 1));
}

/** All covered uses, and `more` beyond them. */
function scriptOf({ covering, uses }: CountedUses, count: number, more = 1): Script {
  const all = Array.from({ length: count + more }, (_, at) => uses[at % uses.length] ?? 'chat');
  return { workspace: covering(count), uses: all };
}

/** The answers of each workspace, followed by the ledger. */
function followedOf(counter: CountedUses, seen: Exchanges): readonly CountJudged[] {
  const names = [...new Set(seen.map(workspaceNameOf))].filter((name) => name !== undefined);
  return names.map((name) => {
    const { workspace, uses } = scriptOf(counter, countIn(name));
    const own = exchangesOfWorkspace(seen, name);
    const followed = applyUses(openLedger(workspace), uses, own, { step: applyFormedUse });
    return { count: countIn(name), followed, isWhole: own.length >= uses.length };
  });
}

type CountJudged = { readonly count: number; readonly followed: LedgerOutcome; readonly isWhole: boolean };

function countsRight(counter: CountedUses, seen: Exchanges): ReturnType<Expectation> {
  const all = followedOf(counter, seen);
  const mismatches = all.flatMap(({ count, followed }): readonly Mismatch[] => {
    if (followed.is !== 'disagrees') return [];
    const { subject, ...rest } = followed.mismatch;
    return [{ subject: `${subject}, where ${count} are covered`, ...rest }];
  });
  if (mismatches.length > 0) return mismatches;
  for (const { followed } of all) if (followed.is === 'unknown') return unknownJudgement(followed);
  return all.length < numbersOf(counter, fixed).length || all.some(({ isWhole }) => !isWhole)
    ? { inconclusive: 'not every use was sent' }
    : [];
}

/**
 * Judges by the same requests whether the balance is the requested one. A wrong balance makes each count of uses wrong
 * by the same amount, whatever the uses are: this check keeps readers from looking for the mistake in a use.
 */
export function balanceIsAsRequested(counter: CountedUses): CheckParts {
  return { ...coversExactly(counter), expect: [(seen) => withFirstWrong(judgedByBalance(seen), counter, seen)] };
}

/** An inconclusive judgement refers to the first answer that contradicts the ledger. */
function withFirstWrong(judged: Judgement, counter: CountedUses, seen: Exchanges): Judgement {
  if (!('inconclusive' in judged)) return judged;
  const wrong = followedOf(counter, seen).flatMap(({ followed }) =>
    followed.is === 'disagrees' ? [followed.mismatch.exchange] : [],
  );
  return { ...judged, ...aboutAnswer(wrong[0]) };
}

function judgedByBalance(seen: Exchanges): Judgement {
  const names = [...new Set(seen.map(workspaceNameOf))].filter((name) => name !== undefined);
  const all = names.map((name) => ({ count: countIn(name), ...coveredOf(exchangesOfWorkspace(seen, name)) }));
  const [first, second] = all;
  if (first === undefined || second === undefined || all.some(({ isTold }) => !isTold))
    return { inconclusive: 'not every use was covered, and then refused with 402: what the balance was is not told' };
  const [off, ...others] = all.map(({ count, covered }) => covered - count);
  if (off === undefined || others.some((other) => other !== off))
    return { inconclusive: 'the numbers of uses that were covered differ from those of the credits, each by another' };
  if (off === 0) return [];
  const [last] = exchangesOfWorkspace(seen, names[0] ?? '')
    .filter(isAccepted)
    .slice(-1);
  const each = all.map(({ count, covered }) => `${covered} with ${count} credits`).join(', ');
  const by = `${Math.abs(off)} credit${Math.abs(off) === 1 ? '' : 's'} ${off > 0 ? 'more' : 'less'}`;
  return [
    {
      subject: 'chats and streams that were covered',
      expected: all.map(({ count }) => `${count} with ${count} credits`).join(', '),
      observed: `${each}: as if each workspace began with ${by}; look first at what the provisioner sets, then at how the balance is compared`,
      ...(last === undefined ? {} : { exchange: last.id }),
    },
  ];
}

/** How many uses were covered, and whether all the rest were refused with 402. */
function coveredOf(own: readonly Exchange[]): { readonly covered: number; readonly isTold: boolean } {
  const statuses = own.map(({ response }) => (response.is === 'answer' ? response.status : 0));
  const covered = own.filter(isAccepted).length;
  const rest = statuses.slice(covered);
  return { covered, isTold: rest.length > 0 && rest.every((status) => status === uncoveredChatStatus) };
}
