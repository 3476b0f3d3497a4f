import { causesOf } from '../causes/causes.ts';
import { withBeside } from '../causes/beside.ts';
import { otherServiceCause } from '../causes/elsewhere.ts';
import { causesOfDefects } from '../causes/defects.ts';
import { withCommon } from '../causes/common.ts';
import { withOpen } from '../causes/reasons.ts';
import { explanationsIn } from '../causes/rules.ts';
import { standstillIn } from '../causes/standstill.ts';
import { intermittentErrorIn } from '../causes/intermittent-error.ts';
import { crashIn } from '../causes/crash.ts';
import { coverageOf } from './coverage.ts';
import type { KnownFault } from '../causes/likely.ts';
import { addCosts, creditsOf, noCost, costOfExchange } from '../../model/costs.ts';
import type { Check, Observation } from '../../model/check.ts';
import type { JournalEntry } from '../../model/journal-entry.ts';
import { defectOf } from '../judging/defect.ts';
import { driftFrom } from './dialect.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';
import { requestIdOf } from '../../model/exchange-id.ts';
import { exchangesById, type RecordedLookup } from './exchanges-by-id.ts';
import { withAttempts } from './with-attempts.ts';
import { withKnownFailures } from './with-known-failures.ts';
import { exitCodeFor, isLeftOpen, rulesIn, type Strictness } from './outcome.ts';
import { refusedAsLimitIn, withRefusedAsLimit } from './refused-as-limit.ts';
import { goneAwayIn } from './gone-away.ts';
import { lostConnectionsIn } from './lost-connections.ts';
import { filteredTextsIn, withFilteredTexts } from './filtered-texts.ts';
import { passedOverIn } from './passed-over.ts';
import { refusedSessionsIn } from './refused-sessions.ts';
import { temporaryRefusalsIn } from './temporary-refusals.ts';
import { repeatedAloneName, lastResumedName } from '../../model/probe-names.ts';
import type { Counts, Finding, Observed, Run, RunHeader, Spend } from '../../model/run.ts';
import { checkIdOf, isFurtherDefect } from '../../model/generated.ts';
import type { Level } from '../../model/level.ts';
import { containsWorkspaceToken } from '../../model/probe.ts';
import { selectChecks } from '../../model/select.ts';
import { tokenEndOf, tokenEndsIn, isUnjudgedBy, type TokenEnded } from '../token/token-end.ts';
import { classify } from '../../classification/classify.ts';

/** Everything that a journal has, however far the run got. */
export type Journal = {
  readonly header: RunHeader;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly journalEntries?: readonly JournalEntry[];
};

/** What the suite knows and a journal does not repeat. */
export type Suite = {
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /** What known faults look like; computed only where something failed. */
  readonly faults?: () => readonly KnownFault[];
};

/** When a run ended, and by which signal, if by one. */
type Ended = {
  readonly at: string;
  readonly signal?: 'SIGINT' | 'SIGTERM' | undefined;
  /** True where the run has not ended: another process still writes its journal. */
  readonly goesOn?: boolean;
  /** What was used up, where the journal does not have every exchange. */
  readonly spend?: Spend | undefined;
};

/** The run that a journal describes; pure, so that a killed run comes out as far as it got. */
export function assembleRun(journal: Journal, suite: Suite, ended: Ended): Run {
  const { header, exchanges, journalEntries = [] } = journal;
  const known = withKnownFailures(inPlannedOrder(journal), header.knownFailures, dayOf(header.startedAt), exchanges);
  const exchangeOf = exchangesById(exchanges);
  const asLimit = refusedAsLimitIn(known, exchangeOf);
  const judgedOnce = withFilteredTexts(withRefusedAsLimit(known, asLimit, exchangeOf), exchanges);
  const findings = withAttempts(judgedOnce, exchanges);
  const ends = tokenEndsIn(journalEntries);
  const seen = observedIn(withoutRefused(exchanges, ends, header), suite.observations);
  const judged = new Set(findings.map(({ check }) => check));
  const isReached = header.plan.checks.every((id) => judged.has(id));
  const isUp = findings.some(({ unreached }) => unreached !== undefined);
  const complete = ended.signal === undefined && isReached && !isUp;
  const used = exchanges.map(costOfExchange).reduce(addCosts, noCost);
  const coverage = coverageOf(header, findings, suite);
  const strictness = { strict: header.strict, isRequired: requiredBy(header, suite) };
  return {
    ...header,
    complete,
    ...(ended.goesOn === true && !complete ? { goesOn: true as const } : {}),
    endedAt: ended.at,
    ...endOf(ends, findings),
    spend: ended.spend ?? { ...used, credits: creditsOf(used) },
    ...(header.command === 'fuzz' && ended.spend === undefined ? { spendIsPartial: true as const } : {}),
    ...(coverage !== undefined && { coverage }),
    // `fuzz` keeps only the exchanges of its findings.
    ...(header.command === 'check' && temporaryRefusalsIn(exchanges, findings, suite.checks, asLimit?.isThat)),
    ...(header.command === 'check' && goneAwayIn(exchanges, suite.checks)),
    ...(header.command === 'check' && lostConnectionsIn(exchanges, suite.checks)),
    ...(header.command === 'check' && oneConnectionIn(journalEntries)),
    ...(header.command === 'check' && passedOverIn(exchanges)),
    ...(header.command === 'check' && filteredTextsIn(exchanges)),
    ...(header.command === 'check' && refusedSessionsIn(exchanges)),
    counts: countsOf(findings),
    countsByLevel: countsByLevelOf(findings),
    exitCode:
      ended.signal === undefined && isReached
        ? // Checks that were not judged in time, even if none is a MUST, keep the run from being green.
          codeOf(findings, seen, strictness) || (isUp ? 2 : 0)
        : interrupted(ended),
    observations: seen,
    ...(header.dialect === undefined
      ? {}
      : {
          drift: driftFrom(
            header.dialect,
            seen.filter(({ defect }) => defect === undefined),
          ),
        }),
    causes: causesIn(journal, findings, suite, exchangeOf),
    findings,
  };
}

/** The causes of the failures. Known failures are left out: they are no news, and may have any cause. */
function causesIn(
  { header, exchanges }: Journal,
  findings: readonly Finding[],
  { checks, faults }: Suite,
  exchangeOf: RecordedLookup,
): Run['causes'] {
  const failed = findings.filter(({ verdict, knownFailure }) => verdict.is === 'fail' && knownFailure?.is !== 'known');
  if (failed.length === 0) return [];
  if (header.command === 'fuzz') return [...causesOfDefects(failed, exchangeOf)];
  const elsewhere = otherServiceCause(failed, exchanges, exchangeOf);
  if (elsewhere !== undefined) return [elsewhere];
  const ofEvery = new Set(checks.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));
  const roots = new Map(checks.flatMap(({ id, root }) => (root === undefined ? [] : [[id, root] as const])));
  const judged = new Set([...(header.passedBefore ?? []), ...findings.map(({ check }) => check)]);
  const touching = checks.filter(({ touchesOthers }) => touchesOthers === true).map(({ id }) => id);
  const crash = crashIn(exchanges, new Set(touching));
  const unsteady = crash === undefined ? intermittentErrorIn(exchanges, failed) : undefined;
  // A target that is no such service at all resembles no service with a fault.
  const known = header.given?.doubt === undefined ? (faults?.() ?? []) : [];
  const standstill = crash === undefined ? standstillIn(exchanges) : undefined;
  const explained = crash === undefined ? explanationsIn(exchanges, failed, hangingIn(findings), checks) : [];
  const ofRun = { judged, known, ofEvery, exchangeOf, crash, roots, unsteady, standstill, explained };
  const causes = causesOf(failed, ofRun);
  const told = withBeside(withCommon(causes, findings, exchangeOf), findings, exchanges, exchangeOf);
  return withOpen(told, findings, exchangeOf);
}

/** How many checks could not be judged because a check that is their control failed, by the id of that check. */
function hangingIn(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const controls = findings.flatMap(({ verdict }) =>
    verdict.is === 'inconclusive' && verdict.about?.is === 'control' ? verdict.about.check : [],
  );
  return new Map([...Map.groupBy(controls, (check) => check)].map(([check, { length }]) => [check, length]));
}

/** The exchanges without those that were refused after the token had ended: they say nothing of the target. */
function withoutRefused(
  exchanges: readonly Exchange[],
  ends: readonly TokenEnded[],
  { pauses }: RunHeader,
): readonly Exchange[] {
  if (ends.length === 0) return exchanges;
  return exchanges.filter((exchange) => tokenEndOf(exchange, ends, pauses) === undefined);
}

/** The last end of the token that left a finding open; none where another token made up for it and the run went on. */
function endOf(ends: readonly TokenEnded[], findings: readonly Finding[]): Pick<Run, 'tokenEnded'> {
  const end = ends.findLast((each) => findings.some((finding) => isUnjudgedBy(finding, each)));
  if (end === undefined) return {};
  const { acceptedUntil, refusedSince, because } = end;
  return { tokenEnded: { acceptedUntil, refusedSince, because } };
}

function oneConnectionIn(entries: readonly JournalEntry[]): Pick<Run, 'oneConnection'> {
  const known = entries.find(({ is }) => is === 'oneConnection');
  return known?.is === 'oneConnection' ? { oneConnection: { since: known.since } } : {};
}

function codeOf(findings: readonly Finding[], seen: readonly Observed[], strictness: Strictness): number {
  return seen.some(({ defect }) => defect !== undefined) ? 70 : exitCodeFor(findings, strictness);
}

/** The day of a time, UTC: a run counts for the day on which it began, also when it is derived again later. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

function requiredBy({ require }: RunHeader, { checks }: Suite): (finding: Finding) => boolean {
  const rules = rulesIn(checks);
  const required = new Set(
    require === undefined ? [] : selectChecks(checks, { only: [], profile: require }).map(({ id }) => id),
  );
  return (finding) => required.has(finding.check) && !isLeftOpen(finding, rules);
}

function interrupted({ signal }: Ended): number {
  return signal === 'SIGTERM' ? 143 : 130;
}

function inPlannedOrder({ header, findings }: Journal): readonly Finding[] {
  const byCheck = Map.groupBy(findings, checkIdOf);
  // A property of `fuzz` has a finding for each cause. In a file from elsewhere an id may be there a million times.
  return [...new Set(header.plan.checks)].flatMap((id) => byCheck.get(id) ?? []);
}

function countsOf(findings: readonly Finding[]): Counts {
  const checks = findings.filter((finding) => !isFurtherDefect(finding));
  const count = (is: Finding['verdict']['is']): number => checks.filter(({ verdict }) => verdict.is === is).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    notApplicable: count('notApplicable'),
  };
}

/** The same for each level, so that failures of HTTP and SHOULD are not mistaken for failures of the interface. */
function countsByLevelOf(findings: readonly Finding[]): Run['countsByLevel'] {
  const of = (level: Level): Counts => countsOf(findings.filter((finding) => finding.level === level));
  return { MUST: of('MUST'), HTTP: of('HTTP'), SHOULD: of('SHOULD') };
}

/** What the exchanges show for each observation; the last attempt of a call stands for the earlier ones. */
export function observedIn(exchanges: readonly Exchange[], observations: readonly Observation[]): readonly Observed[] {
  const byProbe = Map.groupBy(exchanges, ({ probe }) => probe);
  const names = new Set(byProbe.keys());
  return observations.flatMap(({ id, clause, says, probe, see }) => {
    const last = lastResumedName(repeatedAloneName(probe.name), names) ?? lastResumedName(probe.name, names);
    const all = byProbe.get(last ?? '') ?? [];
    const seen = lastAttempts(all);
    if (
      seen.length === 0 ||
      seen.some((exchange) => classify(exchange, { status402: isOfWorkspace(exchange) }).is !== 'judgeable')
    )
      return [];
    try {
      const value = see(seen);
      return value === undefined ? [] : [{ id, clause, says, value }];
    } catch (error) {
      const { because, defect } = defectOf(error);
      return [{ id, clause, says, value: because, defect }];
    }
  });
}

/** True where the workspace was made for this probe: then a 402 is what the probe wanted to see. */
function isOfWorkspace({ request }: Exchange): boolean {
  return containsWorkspaceToken(headerOf(request.headers, 'authorization'));
}

/** The last attempt of each call, in the order in which the probe made them. */
function lastAttempts(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...Map.groupBy(exchanges, requestIdOf).values()]
    .flatMap((attempts) => attempts.toSorted((a, b) => a.attempt - b.attempt).slice(-1))
    .toSorted((a, b) => a.place - b.place);
}
