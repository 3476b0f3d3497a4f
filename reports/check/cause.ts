import type { Finding, Run } from '../../conformance/model/run.ts';
import { affectedBeyondPath, commonFeatureText, newnessOf, failingSinceText } from './about-cause.ts';
import type { EarlierRun } from './background.ts';
import { titleLine } from './finding-lines.ts';
import { capitalized, pluralize, verdictMarks } from '../text/format.ts';
import { ledgerText } from './ledger.ts';
import { inputText } from './finding-view.ts';
import { alsoFail } from './failure-groups.ts';
import { linesToRun } from './lines-to-run.ts';
import { afterText, refusalText, requestShowing, requestsBefore } from './shown-request.ts';
import { smallestRequest } from './smallest-request.ts';
import type { ExchangeOf } from '../exchange/exchange-of.ts';
import { furtherMismatches, plainMismatch } from './plain-mismatch.ts';
import { nameOfCheck, topicOf, type CauseToFix } from './clauses.ts';
import { becauseOf } from './reasons.ts';
import { httpIntroduction } from './levels.ts';
import { painter, type Paint, type TerminalStyle } from '../text/paint.ts';
import { escapeShellLine, truncateKeepingDefect, escapeControls } from '../text/visible.ts';
import { firstNames, wrapLines, wrapToLines } from '../text/wrap.ts';

type Cause = Run['causes'][number];

/** Lines for what was expected, and for what was observed, so that a cause has at most twenty. */
const mostLines = 2;
/** Most further mismatches that get a line each; more of them are only counted. */
const mostOthers = 3;

/** The style, the earlier run, which says whether a failure is new, and the recorded exchanges. */
type Telling = {
  readonly style: TerminalStyle;
  readonly earlier?: EarlierRun | undefined;
  readonly exchangeOf?: ExchangeOf | undefined;
};

/**
 * A cause in at most twenty lines: the finding that shows it best, why a generated request is invalid, since when it
 * fails, the request that shows it, what its failures have in common, who is affected, whether it is new, which other
 * checks fail, and a similar fault.
 */
export function causeBlock(
  cause: Cause,
  findings: readonly Finding[],
  { style, earlier, exchangeOf }: Telling,
): string {
  const [lead] = findings;
  if (lead === undefined) return '';
  const paint = painter(style);
  return [
    titleLine(lead, colourOf(findings), style),
    ...wrapToLines(1, lead.title, 2, style.width).map((line) => paint('bold', line)),
    ...wrapToLines(2, inputText(lead) ?? lead.requirement, 2, style.width).map((line) => paint('dim', line)),
    ...elsewhereLines(cause, style),
    ...sinceLines(cause, style, exchangeOf),
    ...seenLines([lead, ...findings.slice(1)], { style, exchangeOf }),
    ...(cause.counted === undefined
      ? []
      : wrapToLines(3, cause.counted, 2, style.width).map((line) => paint('bold', line))),
    ...(cause.common === undefined
      ? []
      : wrapToLines(2, commonFeatureText(cause.common, findings.length), 2, style.width).map((line) =>
          paint('bold', line),
        )),
    ...(cause.beside === undefined
      ? []
      : wrapToLines(2, cause.beside, 2, style.width).map((line) => paint('bold', line))),
    ...(cause.elsewhere === undefined ? aboutLine(cause, findings, { style, earlier }) : []),
    ...runLines(lead, cause, style),
    ...alsoLine(cause, findings, style),
    ...similarLine(cause, style),
  ].join('\n');
}

/** Red where any of its checks is a MUST: the finding that shows a cause best may be of a lower level. */
function colourOf(findings: readonly Finding[]): Paint {
  return findings.some(({ level }) => level === 'MUST') ? 'red' : 'yellow';
}

/** That something else answered in place of the service. */
function elsewhereLines({ title, elsewhere }: Cause, style: TerminalStyle): readonly string[] {
  if (elsewhere === undefined) return [];
  return [title, elsewhere]
    .map(capitalized)
    .flatMap((text) => wrapToLines(3, text, 2, style.width))
    .map((line) => painter(style)('bold', line));
}

/** Since when a service fails for good, and what was sent just before. */
function sinceLines({ since }: Cause, style: TerminalStyle, exchangeOf?: ExchangeOf): readonly string[] {
  if (since === undefined) return [];
  return wrapToLines(2, failingSinceText(since, exchangeOf), 2, style.width).map((line) =>
    painter(style)('bold', line),
  );
}

/** The first mismatch with its request, and how many more there are. */
function seenLines(findings: readonly [Finding, ...Finding[]], { style, exchangeOf }: Telling): readonly string[] {
  const [finding] = findings;
  const { width } = style;
  const paint = painter(style);
  const {
    mismatches: [first],
  } = finding;
  const { alike, others } = furtherMismatches(finding);
  const request = requestShowing(finding, exchangeOf);
  const smallest = smallestRequest(findings, exchangeOf);
  if (first === undefined) return wrapToLines(3, becauseOf(finding), 4, style.width);
  const { subject, reference, expected, observed, answers } = plainMismatch(first, finding);
  const areTold = others.length <= mostOthers;
  const more = areTold ? '' : `, and ${pluralize(others.length, 'mismatch', 'mismatches')} more`;
  // Lines break between words, so that not all of their width is used.
  const ledger = ledgerText(finding, ledgerLines * Math.max(width - 14 - 16, 16));
  const source = reference === undefined ? '' : ` (${reference})`;
  const refused = refusalText(first, exchangeOf);
  const labelled = (label: string, text: string, lines = mostLines): readonly string[] => {
    const [begin = '', ...rest] = wrapToLines(lines, text, 14, style.width);
    return [`    ${paint('dim', label)}  ${begin.trimStart()}`, ...rest];
  };
  const linesOfWhich = answers?.which === undefined ? mostLines : mostLines + mostOfWhich;
  return [
    ...subjectLines(subject, `${source}${refused}${more}`, style),
    ...requestsBefore(finding, exchangeOf)
      .flatMap((before) => labelled('before  ', before, 2))
      .slice(0, mostBefore),
    ...(request === undefined ? [] : labelled('request ', request)),
    ...labelled('expected', expected),
    ...labelled('observed', observedText(observed, answers?.which, style) + afterText(first, exchangeOf), linesOfWhich),
    ...alike.flatMap((each) => labelled('also    ', each, linesOfWhich)),
    ...(areTold ? others.flatMap((other) => labelled('also    ', alsoText(other))) : []),
    ...(smallest === undefined ? [] : labelled('smallest', smallest, 1)),
    ...(ledger === '' ? [] : labelled('ledger  ', ledger, ledgerLines)),
  ];
}

/** Most lines for the requests before. */
const mostBefore = 6;

/** Most lines for the uses of a workspace. */
const ledgerLines = 5;

/** What was observed, cut to its lines; which answers showed it is never cut, and may take further lines. */
function observedText(observed: string, which: string | undefined, { width }: TerminalStyle): string {
  return truncateKeepingDefect(observed, which, mostLines * Math.max(width - 14, 16) - 16);
}

/** Further lines for which answers showed it. */
const mostOfWhich = 2;

/** A further mismatch in one line. */
function alsoText({ subject, expected, observed }: Finding['mismatches'][number]): string {
  return `${subject}: ${observed}, expected ${expected}`;
}

function subjectLines(subject: string, more: string, style: TerminalStyle): readonly string[] {
  const paint = painter(style);
  const lines = wrapToLines(mostLines, subject + more, 2, style.width);
  if (lines.length > 1) return lines.map((line) => paint('bold', line));
  return [`  ${paint('bold', escapeControls(subject))}${more === '' ? '' : paint('dim', escapeControls(more))}`];
}

/**
 * A cause in one line, where many are told: what the check that leads it is about, unless a rule over the run says what
 * it is.
 */
function causeLine({ cause, findings: [lead, ...also] }: CauseToFix, style: TerminalStyle): readonly string[] {
  if (lead === undefined) return [];
  const more = also.length === 0 ? '' : ` (and ${also.length} more)`;
  const [line = ''] = wrapToLines(
    1,
    `${verdictMarks.fail} ${lead.check}${more}: ${cause.counted === undefined ? lead.title : cause.title}`,
    0,
    style.width,
  );
  return [painter(style)(colourOf([lead, ...also]), line)];
}

/** More causes than this leave room for fewer in full. */
const manyCauses = 12;

/** The first causes in full, the next in a line each, and the others counted. */
export function causesBlock(
  causes: readonly CauseToFix[],
  telling: Telling,
  [whole, short] = causes.length > manyCauses ? [3, 8] : [4, 8],
): string {
  const more = causes.length - whole - short;
  return [
    ...causes.slice(0, whole).map(({ cause, findings }) => causeBlock(cause, findings, telling)),
    [
      ...causes.slice(whole, whole + short).flatMap((told) => causeLine(told, telling.style)),
      ...(more > 0 ? [`${verdictMarks.fail} ${pluralize(more, 'more cause')}; --verbose prints each failure`] : []),
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The HTTP obligations that are not met by a cause of their own. */
export function httpCausesBlock(causes: readonly CauseToFix[], telling: Telling): string {
  const { style } = telling;
  const lead = `${painter(style)('bold', 'HTTP obligations not met')}\n${wrapLines(httpIntroduction, 2, style.width).join('\n')}`;
  return `${lead}\n\n${causesBlock(causes, telling, [1, 6])}`;
}

function alsoLine(
  { checks: [first = '', ...also] }: Cause,
  findings: readonly Finding[],
  { width }: TerminalStyle,
): readonly string[] {
  if (also.length === 0) return [];
  const names = inTopics(sameLast(likeFirst(first, also), findings)).map((id) => escapeControls(id));
  const all = `  ${alsoFail(also.length)} ${names.join(', ')}`;
  if (all.length <= width) return [all];
  const lead = `  ${alsoFail(also.length, 0)} `;
  const line = lead + firstNames(width - lead.length, names).join(', ');
  if (line.length <= width) return [line];
  const below = firstNames(width - 4, names);
  return [`  ${alsoFail(also.length, below.length)}`, `    ${below.join(', ')}`];
}

/** Checks whose names share most words with the first come first: they describe the cause best. */
function likeFirst(first: string, others: readonly string[]): readonly string[] {
  const wordsOf = (id: string): readonly string[] => nameOfCheck(id).split('-');
  const own = new Set(wordsOf(first));
  const common = (id: string): number => wordsOf(id).filter((word) => own.has(word)).length;
  return others.toSorted((a, b) => common(b) - common(a));
}

/** Checks with the same mismatch of the same answer come last: their own subject is not what is wrong. */
function sameLast(ids: readonly string[], [lead, ...others]: readonly Finding[]): readonly string[] {
  const [first] = lead?.mismatches ?? [];
  const isSame = ({ subject, expected, exchange }: Finding['mismatches'][number]): boolean =>
    subject === first?.subject && expected === first.expected && exchange === first.exchange;
  const same = new Set(
    others.filter(({ mismatches }) => mismatches.length > 0 && mismatches.every(isSame)).map(({ check }) => check),
  );
  return [...ids.filter((id) => !same.has(id)), ...ids.filter((id) => same.has(id))];
}

/** Of one topic only the first with its whole id: `speech.voice/speaks-echo, speaks-nova`. */
function inTopics(ids: readonly string[]): readonly string[] {
  return ids.map((id, at) => (at > 0 && topicOf(id) === topicOf(ids[at - 1] ?? '') ? nameOfCheck(id) : id));
}

/**
 * The lines that send it again: curl or `assay reproduce`. A curl line may name a bot that no longer exists, or send one of
 * several simultaneous calls; one that is too long to read is only in the files.
 */
function runLines(lead: Finding, cause: Cause, style: TerminalStyle): readonly string[] {
  const paint = painter(style);
  const lines = linesToRun(lead, cause);
  return lines.map((line, at) => `  ${paint('dim', at === 0 ? 'run' : 'or ')}  ${escapeShellLine(line)}`);
}

/**
 * Who is affected and whether it is new, in one line, of which the end is cut. Where a request that differs in one
 * member came out otherwise, that member is what matters, and not the calls beside it.
 */
function aboutLine(
  { beside: other }: Cause,
  findings: readonly Finding[],
  { style, earlier }: Telling,
): readonly string[] {
  const newness = earlier && newnessOf(findings, earlier);
  const [most, ...more] = affectedBeyondPath(findings);
  const concerns = most === undefined ? undefined : `Affects ${most}${more.length === 0 ? '' : ', and others'}.`;
  const atOnce = findings[0]?.again?.atOnce;
  const isAlone = atOnce === undefined || other !== undefined;
  const beside = isAlone ? undefined : `Sent at once with ${pluralize(atOnce - 1, 'other call')}.`;
  const words = [beside, newness, concerns].filter((each) => each !== undefined).join(' ');
  return words === '' ? [] : wrapToLines(1, words, 2, style.width);
}

/** The command that starts the reference service with a fault that has about the same failures. */
function similarLine({ similar, likely }: Cause, style: TerminalStyle): readonly string[] {
  const told = likely.find(({ fault }) => fault === similar);
  if (told === undefined) return [];
  const paint = painter(style);
  const share =
    told.share === 1 ? '(the same checks fail)' : `(${Math.round(100 * told.share)} % of the failed checks in common)`;
  const command = `npx assay serve --fault ${told.fault}`;
  const line = `  ${paint('dim', likeLabel)}  ${command}`;
  return `  ${likeLabel}  ${command}  ${share}`.length <= style.width
    ? [`${line}  ${paint('dim', share)}`]
    : [line, ...wrapLines(share, likeLabel.length + 4, style.width).map((each) => paint('dim', each))];
}

const likeLabel = 'similar to';

/** Where to find the failures that are not shown; undefined where each is a cause of its own. */
export function causesLine(causes: readonly Pick<CauseToFix, 'findings'>[]): string | undefined {
  const failures = new Set(causes.flatMap(({ findings }) => findings)).size;
  if (failures === causes.length) return undefined;
  return `--verbose prints each of the ${failures} failures in full`;
}
