import { causesOf } from '../causes/causes.ts';
import { withBeside } from '../causes/beside.ts';
import { elsewhereCause } from '../causes/elsewhere.ts';
import { causesOfDefects } from '../causes/defects.ts';
import { withCommon } from '../causes/common.ts';
import { withOpen } from '../causes/reasons.ts';
import { explainedIn } from '../causes/rules.ts';
import { standstillIn } from '../causes/standstill.ts';
import { unsteadyIn } from '../causes/unsteady.ts';
import { crashIn } from '../causes/crash.ts';
import { coverageOf } from './coverage.ts';
import type { KnownFault } from '../causes/likely.ts';
import { addCosts, creditsOf, noCost, usedBy } from '../../model/costs.ts';
import type { Check, Observation } from '../../model/check.ts';
import type { JournalEntry } from '../../model/journal-entry.ts';
import { defectOf } from '../judging/defect.ts';
import { driftFrom } from './dialect.ts';
import { headerOf, type Exchange } from '../../model/exchange.ts';
import { requestIdOf } from '../../model/exchange-id.ts';
import { exchangesById, type RecordedOf } from './exchanges-by-id.ts';
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
import { againName, lastName } from '../../model/probe-names.ts';
import type { Counts, Finding, Observed, Run, RunHeader, Spend } from '../../model/run.ts';
import { checkOf, isFurther } from '../../model/generated.ts';
import type { Level } from '../../model/level.ts';
import { containsWorkspaceToken } from '../../model/probe.ts';
import { selected } from '../../model/select.ts';
import { endBehind, endsIn, isOpenBy, type TokenEnded } from '../token/token-end.ts';
import { classify } from '../../classification/classify.ts';

/** All that a journal holds, however far it got. */
export type Journal = {
  readonly header: RunHeader;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly journalEntries?: readonly JournalEntry[];
};

/** What the suite knows that a journal does not repeat. */
export type Suite = {
  readonly checks: readonly Check[];
  readonly observations: readonly Observation[];
  /** What known faults come to: asked where something failed. */
  readonly faults?: () => readonly KnownFault[];
};

/** When a run came to its end, and by which signal if it was not by its own. */
type Ended = {
  readonly at: string;
  readonly signal?: 'SIGINT' | 'SIGTERM' | undefined;
  /** It has not come to its end: another process still writes. */
  readonly goesOn?: boolean;
  /** What was used up, where the journal does not have every exchange. */
  readonly spend?: Spend | undefined;
};

/** The run that a journal tells of; pure, so that a killed run comes out as far as it got. */
export function runFrom(journal: Journal, suite: Suite, ended: Ended): Run {
  const { header, exchanges, journalEntries = [] } = journal;
  const known = withKnownFailures(inPlannedOrder(journal), header.knownFailures, dayOf(header.startedAt), exchanges);
  const exchangeOf = exchangesById(exchanges);
  const asLimit = refusedAsLimitIn(known, exchangeOf);
  const judgedOnce = withFilteredTexts(withRefusedAsLimit(known, asLimit, exchangeOf), exchanges);
  const findings = withAttempts(judgedOnce, exchanges);
  const ends = endsIn(journalEntries);
  const seen = observedIn(withoutRefused(exchanges, ends, header), suite.observations);
  const judged = new Set(findings.map(({ check }) => check));
  const isReached = header.plan.checks.every((id) => judged.has(id));
  const isUp = findings.some(({ unreached }) => unreached !== undefined);
  const complete = ended.signal === undefined && isReached && !isUp;
  const used = exchanges.map(usedBy).reduce(addCosts, noCost);
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
    // Of fuzz only the exchanges of what it found are kept.
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
        ? // What was not judged in time may be no MUST, and is never green.
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

/** A known failure is nobody's news, and may have any cause. */
function causesIn(
  { header, exchanges }: Journal,
  findings: readonly Finding[],
  { checks, faults }: Suite,
  exchangeOf: RecordedOf,
): Run['causes'] {
  const failed = findings.filter(({ verdict, knownFailure }) => verdict.is === 'fail' && knownFailure?.is !== 'known');
  if (failed.length === 0) return [];
  if (header.command === 'fuzz') return [...causesOfDefects(failed, exchangeOf)];
  const elsewhere = elsewhereCause(failed, exchanges, exchangeOf);
  if (elsewhere !== undefined) return [elsewhere];
  const ofEvery = new Set(checks.filter((check) => check.ofEvery !== undefined).map(({ id }) => id));
  const roots = new Map(checks.flatMap(({ id, root }) => (root === undefined ? [] : [[id, root] as const])));
  const judged = new Set([...(header.passedBefore ?? []), ...findings.map(({ check }) => check)]);
  const touching = checks.filter(({ touchesOthers }) => touchesOthers === true).map(({ id }) => id);
  const crash = crashIn(exchanges, new Set(touching));
  const unsteady = crash === undefined ? unsteadyIn(exchanges, failed) : undefined;
  // What is no such service at all is like no service with a mistake.
  const known = header.given?.doubt === undefined ? (faults?.() ?? []) : [];
  const standstill = crash === undefined ? standstillIn(exchanges) : undefined;
  const explained = crash === undefined ? explainedIn(exchanges, failed, hangingIn(findings), checks) : [];
  const ofRun = { judged, known, ofEvery, exchangeOf, crash, roots, unsteady, standstill, explained };
  const causes = causesOf(failed, ofRun);
  const told = withBeside(withCommon(causes, findings, exchangeOf), findings, exchanges, exchangeOf);
  return withOpen(told, findings, exchangeOf);
}

/** How many checks could not be judged as this one failed, which is their control. */
function hangingIn(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const controls = findings.flatMap(({ verdict }) =>
    verdict.is === 'inconclusive' && verdict.about?.is === 'control' ? verdict.about.check : [],
  );
  return new Map([...Map.groupBy(controls, (check) => check)].map(([check, { length }]) => [check, length]));
}

/** What was told of a token that had ended says nothing of the target. */
function withoutRefused(
  exchanges: readonly Exchange[],
  ends: readonly TokenEnded[],
  { pauses }: RunHeader,
): readonly Exchange[] {
  if (ends.length === 0) return exchanges;
  return exchanges.filter((exchange) => endBehind(exchange, ends, pauses) === undefined);
}

/** Not of one that another token has made up for, with which the run went on. */
function endOf(ends: readonly TokenEnded[], findings: readonly Finding[]): Pick<Run, 'tokenEnded'> {
  const end = ends.findLast((each) => findings.some((finding) => isOpenBy(finding, each)));
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

/** The day of a time, UTC: a run is weighed by the day on which it began, also when it is derived anew later. */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

function requiredBy({ require }: RunHeader, { checks }: Suite): (finding: Finding) => boolean {
  const rules = rulesIn(checks);
  const required = new Set(
    require === undefined ? [] : selected(checks, { only: [], profile: require }).map(({ id }) => id),
  );
  return (finding) => required.has(finding.check) && !isLeftOpen(finding, rules);
}

function interrupted({ signal }: Ended): number {
  return signal === 'SIGTERM' ? 143 : 130;
}

function inPlannedOrder({ header, findings }: Journal): readonly Finding[] {
  const byCheck = Map.groupBy(findings, checkOf);
  // A property has one for each cause that was found. In a file that somebody hands over an id may stand there a million times.
  return [...new Set(header.plan.checks)].flatMap((id) => byCheck.get(id) ?? []);
}

function countsOf(findings: readonly Finding[]): Counts {
  const checks = findings.filter((finding) => !isFurther(finding));
  const count = (is: Finding['verdict']['is']): number => checks.filter(({ verdict }) => verdict.is === is).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    notApplicable: count('notApplicable'),
  };
}

/** The same for each level, so that what an HTTP obligation or a SHOULD came to is not mistaken for the interface. */
function countsByLevelOf(findings: readonly Finding[]): Run['countsByLevel'] {
  const of = (level: Level): Counts => countsOf(findings.filter((finding) => finding.level === level));
  return { MUST: of('MUST'), HTTP: of('HTTP'), SHOULD: of('SHOULD') };
}

/** What can be seen of each observation in what was exchanged; later attempts stand for earlier ones. */
export function observedIn(exchanges: readonly Exchange[], observations: readonly Observation[]): readonly Observed[] {
  const byProbe = Map.groupBy(exchanges, ({ probe }) => probe);
  const names = new Set(byProbe.keys());
  return observations.flatMap(({ id, clause, says, probe, see }) => {
    const last = lastName(againName(probe.name), names) ?? lastName(probe.name, names);
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

/** True where the account was made for this probe: its 402 is what the probe wanted to see. */
function isOfWorkspace({ request }: Exchange): boolean {
  return containsWorkspaceToken(headerOf(request.headers, 'authorization'));
}

/** The last attempt of each call, in the order in which the probe asked for them. */
function lastAttempts(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...Map.groupBy(exchanges, requestIdOf).values()]
    .flatMap((attempts) => attempts.toSorted((a, b) => a.attempt - b.attempt).slice(-1))
    .toSorted((a, b) => a.place - b.place);
}
