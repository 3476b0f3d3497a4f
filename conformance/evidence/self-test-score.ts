import type { SelfTestScore } from '../contract/formats/verification.ts';
import type { Verdict } from '../model/run.ts';
import { shortList, type Basis } from './basis.ts';
import type { Problem } from './problem.ts';
import type { Claims } from './statement.ts';

export type { SelfTestScore };

type Is = Verdict['is'];

/** A planted fault with the verdicts of each check that names it: on the valid service, and with the fault. */
export type Tried = {
  readonly fault: string;
  readonly checks: readonly { readonly check: string; readonly valid: Is; readonly faulty: Is }[];
};

/** Each fault counts once, by the worst outcome of a check that names it. */
export function scoreOf(tried: readonly Tried[], tool: SelfTestScore['tool'], accusations: readonly string[]) {
  const byOutcome = Map.groupBy(tried, outcomeOf);
  const of = (outcome: Outcome): readonly string[] => (byOutcome.get(outcome) ?? []).map(({ fault }) => fault);
  return {
    tool,
    faults: tried.length,
    found: of('found').length,
    missed: of('missed'),
    void: of('void'),
    silent: of('silent'),
    accusations,
  } satisfies SelfTestScore;
}

type Outcome = 'found' | 'missed' | 'void' | 'silent';

function outcomeOf({ checks }: Tried): Outcome {
  if (checks.some(({ faulty }) => faulty === 'pass')) return 'missed';
  // A failure with the fault shows nothing where the service without it does not pass either.
  if (checks.some(({ valid }) => valid !== 'pass')) return 'void';
  return checks.length > 0 && checks.every(({ faulty }) => faulty === 'fail') ? 'found' : 'silent';
}

/** The counts in words: `31 of 31 faults: 0 missed, 0 inconclusive, 0 failing without the fault too`. */
function scoreWords({ faults, found, missed, silent, void: proving }: SelfTestScore): string {
  return `${found} of ${faults} faults: ${missed.length} missed, ${silent.length} inconclusive, ${proving.length} failing without the fault too`;
}

/** Why the recomputed score does not confirm the claim; undefined where it does. */
export function claimProblem(
  { selfTest: claimed, tool }: Pick<Claims, 'selfTest' | 'tool'>,
  score: SelfTestScore,
): Problem | undefined {
  const isConfirmed = claimed.faults === score.faults && claimed.found <= score.found && score.accusations.length === 0;
  if (isConfirmed) return undefined;
  const says = `its self-test claims ${claimed.found} of ${claimed.faults} faults, and this build finds ${scoreWords(score)}${examples(score)}`;
  if (tool.version !== score.tool.version)
    return {
      code: 2,
      says: `${says}; it was made by assay ${tool.version}, this is ${score.tool.version}: only verify --deep of ${tool.version} can compare them`,
    };
  // Silent and void faults were not judged, which an overloaded machine can cause.
  const isShown = score.missed.length + score.accusations.length > 0 || claimed.faults !== score.faults;
  return isShown
    ? { code: 1, says }
    : {
        code: 2,
        says: `${says}; what was inconclusive, or failed without the fault too, was not judged: try again on an idle machine`,
      };
}

function examples({ missed, silent, void: proving, accusations }: SelfTestScore): string {
  const lists = [
    ['missed', missed],
    ['inconclusive', silent],
    ['failing without the fault too', proving],
    ['the valid service fails', accusations],
  ] as const;
  return lists
    .filter(([, all]) => all.length > 0)
    .map(([what, all]) => `; ${what}: ${shortList(all)}`)
    .join('');
}

/** The basis of a certificate once its score was recomputed: the self-test is no longer only asserted. */
export function withScore(basis: readonly Basis[], score: SelfTestScore): readonly Basis[] {
  const says = `this build, assay ${score.tool.version}, finds ${scoreWords(score)}`;
  const rows = basis.filter(({ what }) => what !== 'self-test');
  const after = rows.findLastIndex((row) => row.basis === 'recomputed') + 1;
  return rows.toSpliced(after, 0, { basis: 'recomputed', what: 'self-test', says });
}
