import { checkOf } from '../text/defects.ts';
import type { Finding, Reason, Run } from '../../conformance/model/run.ts';
import { separateCauses, causesToFix, failuresOf, unmetHttpOf } from './clauses.ts';
import { reasonDetails } from './reasons.ts';
import { pluralize, joinWithAnd, namesIn } from '../text/format.ts';
import { isUnexcusedFailure } from './known.ts';
import { heaviestFirst } from './levels.ts';
import { failsRun, failureGroups } from './failure-groups.ts';

/** SHOULD failures that are worth naming in the headline, with their words; the gravest first. */
export const importantShoulds: readonly (readonly [checks: RegExp, says: string])[] = [
  [/^errors\.(?:secrecy\/keeps-the-token|generated\/keep-the-token)$/, 'answers contain the token'],
  [/^errors\.envelope\/tells-no-internals$/, 'errors show a stack trace'],
  [/^auth\.token\/in-other-case/, 'a token in other letter case is accepted'],
  [/^auth\.(?:token|bearer)\/(?:token-)?in-the-query/, 'a token in the query is accepted'],
  [/^auth\.token\/in-the-body/, 'a token in the body is accepted'],
  [/^auth\.token\/in-(?:x-api-key|a-cookie)/, 'a token in another header is accepted'],
  [/^auth\.(?:token|scheme)\/(?:with-marks|word)-behind/, 'a token with something after it is accepted'],
  [/^metering\.members\/.*-limit-of-0-holds$/, 'a member limit of 0 does not hold'],
  [/^sessions\.isolation\/ids-(?:differ|are-of-one-session)$/, 'sessions share an id'],
  [/^chat\.memory\/keeps-turns-sent-at-once$/, 'of two turns sent at once in one session, one is forgotten'],
  [/^(?:sessions\.continue\/remembers|chat\.memory\/)/, 'sessions forget what they were told'],
  [/^stream\.response\/arrives-over-time$/, 'streams arrive all at their end'],
  [/^speech\.format\/\w+-lasts-as-long-as-its-text$/, 'audio is too short or too long for its text'],
  [/^chat\.text\/hears-a-page-to-its-end$/, 'long messages are cut'],
  [/^speech\.again\//, 'audio of another text or voice is sent again'],
  [/^speech\.voice\/sounds-unlike/, 'voices sound the same'],
];

const mostNamed = 2;

/**
 * What is wrong in a run without MUST failures: `1 HTTP obligation not met and 2 SHOULD failures`, and the clearest check of
 * each cause: grave SHOULDs, then HTTP obligations, then other SHOULDs.
 */
export function lesserFailuresVerdict(run: Run): { readonly word: string; readonly says: string } | undefined {
  const https = unmetHttpOf(run);
  const shoulds = failureGroups(run).flatMap(({ findings }) => {
    const these = findings.filter((finding) => finding.level === 'SHOULD' && isUnexcusedFailure(finding));
    return these.length === 0 ? [] : [these];
  });
  const many = shoulds.flat().length;
  const words = [
    ...(https.length === 0 ? [] : [`${pluralize(https.length, 'HTTP obligation')} not met`]),
    ...(many === 0 ? [] : [pluralize(many, 'SHOULD failure')]),
  ];
  if (words.length === 0) return undefined;
  const leads = shoulds.flatMap(([lead]) => lead ?? []).toSorted((a, b) => graveness(a) - graveness(b));
  const isGrave = (finding: Finding): boolean => graveness(finding) < importantShoulds.length;
  // Many frameworks break HTTP obligations by default, so that grave SHOULDs come before them.
  const names = [
    ...leads.filter(isGrave).map(shouldText),
    ...leadsOf(run, https).map(quoted),
    ...leads.filter((lead) => !isGrave(lead)).map(shouldText),
  ];
  return { word: words.join(' and '), says: namesIn([...new Set(names)], mostNamed) };
}

/** The clearest obligation of each cause; all obligations where the run has no causes. */
function leadsOf(run: Run, https: readonly Finding[]): readonly Finding[] {
  const leads = causesToFix(run, https).flatMap(({ findings: [lead] }) => lead ?? []);
  return leads.length > 0 ? leads : https;
}

function graveness({ check }: Finding): number {
  const place = importantShoulds.findIndex(([checks]) => checks.test(check));
  return place === -1 ? importantShoulds.length : place;
}

/** A SHOULD failure in the words of `importantShoulds`, or by its title. */
function shouldText(finding: Finding): string {
  const [, says] = importantShoulds[graveness(finding)] ?? [];
  return says ?? quoted(finding);
}

function quoted({ title }: Finding): string {
  return `“${title}”`;
}

/**
 * `5 MUST and 1 SHOULD checks failed, 1 cause (clearest check: speech.speed/rejects-above-maximum)`: all failures other than
 * known ones. Undefined where the run names no cause of a deciding failure.
 */
export function causesText(run: Run): string | undefined {
  const first = failureGroups(run).find((each) => failsRun(each, run));
  const [lead] = first?.findings ?? [];
  if (run.causes.length === 0 || first === undefined || lead === undefined) return undefined;
  const { toFix, aside } = separateCauses(run);
  const failures = [...failuresOf(run), ...unmetHttpOf(run)];
  const ofNone = failures.filter(({ check }) => !run.causes.some(({ checks }) => checks.includes(check)));
  const failed = failedText(failures);
  const causes = pluralize(toFix.length + aside.length + ofNone.length, 'cause');
  if (first.elsewhere !== undefined) return `${failed}, ${causes}: ${first.title}`;
  return failures.length === 1 ? `${failed}: ${lead.check}` : `${failed}, ${causes} (clearest check: ${lead.check})`;
}

/** `5 MUST and 1 SHOULD checks failed`: several defects of one property are one check. */
function failedText(failures: readonly Finding[]): string {
  const checks = [...Map.groupBy(failures, checkOf).values()].flatMap(([first]) => first ?? []);
  const byLevel = Map.groupBy(heaviestFirst(checks), ({ level }) => level);
  const counts = [...byLevel].map(([level, { length }]) => `${length} ${level}`);
  return `${joinWithAnd(counts)} ${checks.length === 1 ? 'check' : 'checks'} failed`;
}

/** What was not given and made checks not applicable: `no token given`; undefined where nothing was missing. */
export function missingPrerequisitesText(findings: readonly Finding[]): string | undefined {
  const missing = findings.filter(({ verdict }) => verdict.is === 'notApplicable').flatMap(missingIn);
  const all = [...Map.groupBy(missing, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[first] = [undefined]] = all;
  return first === undefined ? undefined : `no ${first} given`;
}

function missingIn(finding: Finding): readonly string[] {
  const about = reasonDetails(finding);
  return about?.is === 'missing' ? [about.name] : [];
}

/** `the token was refused: 401 wrong_token at GET /v1/bots; 471 of 632 checks need it`. */
export function tokenFlawText({ findings }: Run, flaw: Reason): string {
  const needing = findings.filter(isForToken).length;
  const what = flaw.about?.is === 'token' ? flaw.about.seen : flaw.because;
  return `${what}; ${needing} of ${findings.length} checks need it`;
}

/** True for a check that could not be judged because the run's token is of no use. */
export function isForToken(finding: Finding): boolean {
  const about = reasonDetails(finding);
  return about?.is === 'token' && about.which === 'token';
}
