import type { Finding, Reason, Run } from '../../conformance/model/run.ts';
import { aboutOf, causesToFix, unmetHttpOf, type ToFix } from './clauses.ts';
import { brief, counted, namesIn } from '../text/format.ts';
import { counts } from './known.ts';
import { isWeighed } from './levels.ts';

/** The failures that a person would want to know of though nothing rests on them, with what is wrong; the gravest first. */
export const importantShoulds: readonly (readonly [checks: RegExp, says: string])[] = [
  [/^errors\.(?:secrecy\/keeps-the-token|generated\/keep-the-token)$/, 'answers contain the token'],
  [/^errors\.envelope\/tells-no-internals$/, 'errors show a stack trace'],
  [/^auth\.(?:token|bearer)\/(?:token-)?in-/, 'a token is accepted outside its header, or in other letter case'],
  [/^auth\.(?:token|scheme)\/(?:with-marks|word)-behind/, 'a token with something after it is accepted'],
  [/^metering\.members\/.*-limit-of-0-holds$/, 'a member limit of 0 does not hold'],
  [/^sessions\.isolation\/ids-differ$/, 'sessions share an id'],
  [/^(?:sessions\.continue\/remembers|chat\.memory\/)/, 'sessions forget what they were told'],
  [/^stream\.response\/arrives-over-time$/, 'streams arrive all at their end'],
  [/^speech\.format\/\w+-lasts-as-long-as-its-text$/, 'audio is too short or too long for its text'],
  [/^chat\.text\/hears-a-page-to-its-end$/, 'long messages are cut'],
  [/^speech\.again\//, 'audio of another text or voice is sent again'],
  [/^speech\.voice\/sounds-unlike/, 'voices sound the same'],
];

const mostNamed = 2;

/** What of these failures matters, in words; by their ids where none of them is grave. */
export function shouldsText(failed: readonly Finding[]): string {
  const ids = failed.map(({ check }) => check);
  const grave = importantShoulds.filter(([checks]) => ids.some((id) => checks.test(id))).map(([, says]) => says);
  return namesIn(grave.length > 0 ? grave : ids, mostNamed);
}

/** `1 cause, 133 failed checks, such as “Sends an error object” (error.code is a number)`; undefined where the run knows no cause of what failed it. */
export function causesText(run: Run): string | undefined {
  const told = causesToFix(run).filter(({ findings }) =>
    findings.some((finding) => counts(finding) && isWeighed(finding.level, run)),
  );
  const [first] = told;
  if (first === undefined) return undefined;
  const checks = told.reduce((sum, { findings }) => sum + findings.length, 0);
  const aside = unmetHttpOf(run).length;
  const besides =
    aside === 0 ? '' : `; besides, ${counted(aside, 'HTTP obligation is', 'HTTP obligations are')} not met`;
  const which = `${counted(told.length, 'cause')}, ${counted(checks, 'failed check')}`;
  const says = brokenText(first);
  return `${which}${checks === 1 ? ': ' : ', such as '}${says}${besides}`;
}

/** What is asked for says what is broken; what came instead, cut to a line, is a riddle by itself more often than not. */
function brokenText({ cause, findings: [lead] }: ToFix): string {
  // The error object of an answer is for those who read on.
  const [before = ''] = cause.title.split(', {');
  const seen = brief(before, longestSeen);
  return lead === undefined ? seen : `“${lead.title}” (${seen})`;
}

const longestSeen = 70;

/** What was not given, and so much hung on it: `no token given`; undefined where nothing was missing. */
export function notGiven(findings: readonly Finding[]): string | undefined {
  const missing = findings.filter(({ verdict }) => verdict.is === 'notApplicable').flatMap(missingIn);
  const all = [...Map.groupBy(missing, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const [[first] = [undefined]] = all;
  return first === undefined ? undefined : `no ${first} given`;
}

function missingIn(finding: Finding): readonly string[] {
  const about = aboutOf(finding);
  return about?.is === 'missing' ? [about.name] : [];
}

/** `the token was refused: 401 wrong_token at GET /v1/bots; 471 of 632 checks need it`. */
export function flawedText({ findings }: Run, flaw: Reason): string {
  const needing = findings.filter(isForToken).length;
  const what = flaw.about?.is === 'token' ? flaw.about.seen : flaw.because;
  return `${what}; ${needing} of ${findings.length} checks need it`;
}

/** True for what could not be judged because the run's own token is of no use. */
export function isForToken(finding: Finding): boolean {
  const about = aboutOf(finding);
  return about?.is === 'token' && about.which === 'token';
}
