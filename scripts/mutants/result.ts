import type { AcceptedSurvivors } from './accepted-survivors.ts';
import type { Mutant } from './mutant.ts';
import type { MutantVerdict } from './verdict.ts';

/** The results of `npm run mutants`. */
export type MutantsResult = {
  readonly schema: 'assay.mutants/1';
  readonly tool: { readonly name: 'assay'; readonly version: string };
  readonly startedAt: string;
  readonly endedAt: string;
  readonly seed: number;
  /** Number of all mutations, of which a part was tried. */
  readonly of: number;
  readonly tried: readonly TriedMutant[];
  readonly stale: readonly string[];
};

export type TriedMutant = Mutant & {
  readonly verdict: MutantVerdict;
  /** Why no client can notice it, if it is in the list of accepted survivors. */
  readonly accepted?: string;
};

/** The tried mutations, with the reasons from the list of accepted survivors. */
export function withAccepted(
  tried: readonly TriedMutant[],
  accepted: readonly AcceptedSurvivors[],
): readonly TriedMutant[] {
  const reasons = new Map(accepted.flatMap(({ because, changes }) => Object.keys(changes).map((id) => [id, because])));
  return tried.map((one) => {
    const because = reasons.get(one.id);
    return because === undefined || isKilled(one) ? one : { ...one, accepted: because };
  });
}

/** Entries of the list that match no mutation, or whose mutation a MUST finds. */
export function staleIn(
  accepted: readonly AcceptedSurvivors[],
  all: readonly Mutant[],
  tried: readonly TriedMutant[],
): readonly string[] {
  const known = new Set(all.map(({ id }) => id));
  const killed = new Map(tried.filter(isKilled).map(({ id, verdict }) => [id, verdict]));
  return accepted
    .flatMap(({ changes }) => Object.entries(changes))
    .flatMap(([id, change]) => {
      if (!known.has(id)) return [`${id} (${change}): there is no such change any more`];
      const verdict = killed.get(id);
      return verdict === undefined ? [] : [`${id} (${change}): ${told(verdict)}`];
    });
}

export function isKilled({ verdict }: TriedMutant): boolean {
  return ['killed', 'notStarted', 'crashed', 'timedOut'].includes(verdict.is);
}

/** Mutations that are neither found nor accepted. */
export function unexplainedIn(tried: readonly TriedMutant[]): readonly TriedMutant[] {
  return notAccepted(tried, ['survived', 'defect']);
}

function notAccepted(tried: readonly TriedMutant[], classes: readonly MutantVerdict['is'][]): readonly TriedMutant[] {
  return tried.filter(({ verdict, accepted }) => accepted === undefined && classes.includes(verdict.is));
}

const classes: Readonly<Record<MutantVerdict['is'], string>> = {
  killed: 'killed: a MUST fails',
  notStarted: 'killed: the service does not start',
  crashed: 'killed: the service ends while it is judged',
  timedOut: 'killed: not all was judged in time',
  noticed: 'noticed by what is no MUST',
  notJudged: 'not judged: a MUST is inconclusive, and nothing fails',
  survived: 'survived',
  defect: 'the judge broke',
};

/** For the terminal: the counts, then all mutations that need attention. */
export function resultText({ tried, of, seed, stale }: MutantsResult): string {
  const counts = Object.entries(classes).flatMap(([is, title]) => {
    const those = tried.filter(({ verdict }) => verdict.is === is);
    const acceptedOfThem = those.filter(({ accepted }) => accepted !== undefined).length;
    const suffix = acceptedOfThem === 0 ? '' : `, of which ${acceptedOfThem} are accepted`;
    return those.length === 0 ? [] : [`${String(those.length).padStart(6)} ${title}${suffix}`];
  });
  const parts = [
    [`${tried.length} of ${of} changes of the service, seed ${seed}`, ...counts],
    section('Noticed by what is no MUST:', notAccepted(tried, ['noticed']).map(mutantText)),
    section('Not judged, so never green:', notAccepted(tried, ['notJudged']).map(mutantText)),
    section('Neither found nor accepted:', unexplainedIn(tried).map(mutantText)),
    section(
      'Kept, but stale:',
      stale.map((line) => `  ${line}`),
    ),
  ];
  return parts.flat().join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** A mutation with its verdict. */
export function mutantText({ id, file, line, before, after, verdict }: TriedMutant): string {
  return `  ${id}  ${file}:${line}  ${clipped(before)} → ${clipped(after)}\n      ${told(verdict)}`;
}

function told(verdict: MutantVerdict): string {
  if (verdict.is === 'killed') return `killed by ${verdict.by}`;
  if (verdict.is === 'noticed') return `noticed by ${listed(verdict.by)}`;
  if (verdict.is === 'notJudged') return `not judged by ${listed(verdict.checks)}: ${verdict.because}`;
  if (verdict.is === 'survived') return verdict.reached ? 'survived' : 'survived: no check reaches it';
  return verdict.because;
}

function listed(checks: readonly string[]): string {
  return checks.length > 3 ? `${checks.slice(0, 3).join(', ')} and ${checks.length - 3} more` : checks.join(', ');
}

function clipped(code: string): string {
  return code.length > 90 ? `${code.slice(0, 89)}…` : code;
}
