import { assembleRun, type Suite } from '../engine/run/assemble.ts';
import type { Check, Observation } from '../model/check.ts';
import type { Finding, Run } from '../model/run.ts';
import { profiles, selectChecks } from '../model/select.ts';
import type { Evidence } from './evidence.ts';
import { drawnIn, type Drawn } from './challenge.ts';
import { judgeAgain } from './judge-again.ts';
import { refusalOf } from './may-certify.ts';
import type { Problem } from './problem.ts';
import { asInSet, setNamed, scoredBy, setProblem, type FrozenSet } from './requirements.ts';
import { notSelfTested, selfTestFlaw } from './self-test.ts';
import type { Claims } from './statement.ts';
import { skewMs } from './clock-skew.ts';

/** What this build judges by. */
export type Build = {
  readonly version: string;
  readonly document: Run['document'];
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /** The requirement sets of its own release and of earlier ones. */
  readonly sets: readonly FrozenSet[];
  /** Outcomes that known faults lead to. */
  readonly faults?: NonNullable<Suite['faults']>;
};

/**
 * The evidence under the expectations of this build: the run as it is judged now, and everything that is wrong with the
 * stored one.
 */
type Examined = {
  readonly problems: readonly Problem[];
  readonly run?: Run;
  /** How much of the judged exchanges follows from the seed. */
  readonly drawn?: Drawn;
};

type Claimed = Pick<Claims, 'profile' | 'document' | 'requirements' | 'tool'>;

/** Judges everything again, and compares the result with the stored one. */
export async function examine({
  evidence,
  claimed,
  build,
}: {
  readonly evidence: Evidence;
  readonly claimed: Claimed;
  readonly build: Build;
}): Promise<Examined> {
  const { record, selfTest } = evidence;
  const { header } = record;
  // Code 2 for another version: it is unknown whether that build judges the same.
  const code = header.tool.version === build.version ? 1 : 2;
  if (header.document.sha256 !== build.document.sha256) return { problems: [otherDocument(header.document, build)] };
  const set = setNamed(build.sets, claimed.requirements);
  const otherSet = setProblem(build.sets, claimed, build.version);
  const checks = asInSet(build.checks, set);
  const scope = profileProblem(header.plan.checks, claimed.profile, scoredBy(checks, set));
  if (scope !== undefined) return { problems: [...listed(otherSet), { code, says: scope }] };
  const { findings, neverSent, asked } = await judgeAgain(record, checks, build.observations);
  const run = runAgain(evidence, findings, { ...build, checks });
  const planned = new Set(header.plan.checks);
  const untested = notSelfTested(
    selfTest,
    checks.filter(({ id }) => planned.has(id)),
  );
  return {
    run,
    drawn: drawnIn(asked),
    problems: [
      ...listed(otherSet),
      ...verdictProblems(evidence.findings, findings, code),
      ...neverSent.map((says) => ({ code, says }) as const),
      ...runProblems(evidence.run, run, code),
      ...contradictionsIn(evidence, run, build.document).map((says) => ({ code: 1, says }) as const),
      ...told(1, 'the build that judged must not certify: ', selfTestFlaw(selfTest)),
      ...told(code, 'its self-test does not cover this profile, first ', untested),
      ...told(code, 'nothing may be certified on it: ', refusalOf(run, checks)?.because),
    ],
  };
}

function listed(problem: Problem | undefined): readonly Problem[] {
  return problem === undefined ? [] : [problem];
}

function told(code: 1 | 2, what: string, because: string | undefined): readonly Problem[] {
  return because === undefined ? [] : [{ code, says: what + because }];
}

function otherDocument({ title, sha256 }: Run['document'], { version, document }: Build): Problem {
  const [theirs, ours] = [sha256, document.sha256].map((digest) => digest.slice(0, 12));
  const says = `it is about another version of the document: ${title}, sha256 ${theirs ?? ''}…, and assay ${version} judges by ${ours ?? ''}…; verify it with the version that made it`;
  return { code: 2, says };
}

/**
 * Why the planned checks are not those of the profile; undefined where they are. `checks`: the checks that existed when
 * the certificate was made.
 */
function profileProblem(planned: readonly string[], profile: string, checks: readonly Check[]): string | undefined {
  if (profile === 'quick') return 'it is about the profile quick, which is a choice of checks and proves no profile';
  if (!Object.hasOwn(profiles, profile)) return `it is about a profile that this build does not know: ${profile}`;
  const wanted = selectChecks(checks, { only: [], profile }).map(({ id }) => id);
  const lacking = wanted.filter((id) => !planned.includes(id));
  const strange = planned.filter((id, at) => !wanted.includes(id) || planned.indexOf(id) !== at);
  if (lacking.length > 0)
    return `${lacking.length} of the ${wanted.length} checks of the profile ${profile} were not judged, the first ${lacking[0] ?? ''}`;
  return strange.length > 0 ? `it judged checks outside the profile ${profile}, first ${strange[0] ?? ''}` : undefined;
}

/** run.json follows entirely from the other files, except for its end time. */
function runAgain({ record, run }: Evidence, findings: readonly Finding[], build: Build): Run {
  const endedAt = typeof run === 'object' && run !== null && 'endedAt' in run ? run.endedAt : undefined;
  const at = typeof endedAt === 'string' ? endedAt : record.header.startedAt;
  return assembleRun({ ...record, findings }, build, { at });
}

function verdictProblems(stored: readonly unknown[], again: readonly Finding[], code: 1 | 2): readonly Problem[] {
  const byCheck = new Map(stored.map((finding) => [checkOf(finding), finding]));
  // Failures come first: they say more than checks that could not be judged because of them.
  const worstFirst = again.toSorted((a, b) => Number(b.verdict.is === 'fail') - Number(a.verdict.is === 'fail'));
  const differing = worstFirst.flatMap((finding): readonly Problem[] => {
    const was = byCheck.get(finding.check);
    if (JSON.stringify(was) === JSON.stringify(finding)) return [];
    const [is, before] = [verdictOf(finding), verdictOf(was)];
    // An exchange that shows a failure shows it to every build.
    const weight = finding.verdict.is === 'fail' ? 1 : code;
    const isOther = code === 1 ? is !== before : !isSameVerdict(was, finding);
    if (isOther) return [{ code: weight, says: `${finding.check}: stored as ${before}; judged again: ${is}` }];
    return code === 1
      ? [{ code, says: `${finding.check}: its stored finding differs in wording from the one judged again` }]
      : [];
  });
  const extra = stored.length - again.length;
  return extra === 0
    ? differing
    : [
        ...differing,
        { code, says: `findings.ndjson has ${Math.abs(extra)} findings too ${extra > 0 ? 'many' : 'few'}` },
      ];
}

function checkOf(finding: unknown): unknown {
  return typeof finding === 'object' && finding !== null && 'check' in finding ? finding.check : undefined;
}

/** Whether the verdicts are the same: another version may word it differently. */
function isSameVerdict(stored: unknown, { verdict }: Finding): boolean {
  return verdictIn(stored)?.is === verdict.is;
}

/** `pass`, `fail (status: expected …)`; `nothing` where the stored finding has no verdict. */
function verdictOf(finding: unknown): string {
  const verdict = verdictIn(finding);
  if (verdict === undefined) return 'nothing';
  return 'because' in verdict ? `${String(verdict.is)} (${String(verdict.because)})` : String(verdict.is);
}

function verdictIn(finding: unknown): { readonly is: unknown; readonly because?: unknown } | undefined {
  const verdict = typeof finding === 'object' && finding !== null && 'verdict' in finding ? finding.verdict : undefined;
  return typeof verdict === 'object' && verdict !== null && 'is' in verdict ? verdict : undefined;
}

/**
 * Parts of run.json that each version words, groups or weighs in its own way; the verdicts themselves are compared one
 * by one.
 */
const worded = ['findings', 'causes', 'coverage', 'observations', 'drift'];

function runProblems(stored: unknown, again: Run, code: 1 | 2): readonly Problem[] {
  const was = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  const now = JSON.parse(JSON.stringify(again)) as Readonly<Record<string, unknown>>;
  const names = new Set([...Object.keys(was), ...Object.keys(now)]);
  const compared = [...names].filter((name) => code === 1 || !worded.includes(name));
  const other = compared.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
  if (other.length === 0) return [];
  return [{ code, says: `run.json does not match its evidence: ${other.join(', ')}` }];
}

/**
 * Contradictions between parts of a record, or with the document, from which no verdict follows: an honest run has
 * none. Times may differ by as much as clocks do.
 */
function contradictionsIn(
  { record: { header, exchanges }, selfTest }: Evidence,
  { startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>,
  { title }: Run['document'],
): readonly string[] {
  const [from, to] = [Date.parse(startedAt) - skewMs, Date.parse(endedAt) + skewMs];
  const outside = exchanges.find((exchange) => {
    const at = Date.parse(exchange.startedAt);
    return at < from || at > to;
  });
  return [
    outside === undefined
      ? undefined
      : `${outside.id} is of ${outside.startedAt}, and the run was between ${startedAt} and ${endedAt}`,
    header.document.title === title
      ? undefined
      : `it calls the document ${JSON.stringify(header.document.title)}, whose title is ${JSON.stringify(title)}`,
    selfTest.tool.version === header.tool.version
      ? undefined
      : `its self-test is of assay ${selfTest.tool.version}, and ${header.tool.version} judged`,
    Date.parse(selfTest.startedAt) < from
      ? `its self-test is of ${selfTest.startedAt}, before the run, which began at ${startedAt}`
      : undefined,
  ].flatMap((says) => says ?? []);
}
