import type { Finding } from '../../conformance/model/run.ts';
import { pluralize, namesIn } from '../text/format.ts';

type Mismatch = Finding['mismatches'][number];

/**
 * A mismatch for people: names of exchanges are replaced by their place in the finding (`call 2`), and left out where the
 * finding has only one.
 */
export function plainMismatch(mismatch: Mismatch, finding: Finding, word: 'call' | 'step' = 'call'): Mismatch {
  return plainer(finding, [mismatch], word)(mismatch);
}

/** All mismatches of a finding. The names in them are collected once, as there may be very many. */
export function plainMismatches(finding: Finding): readonly Mismatch[] {
  return finding.mismatches.map(plainer(finding, [], 'call'));
}

function plainer(finding: Finding, besides: readonly Mismatch[], word: string): (mismatch: Mismatch) => Mismatch {
  const name = anyNameIn(finding, besides);
  const steps = [...new Set(finding.exchanges)];
  return (mismatch) => {
    const told = namerFor(mismatch, steps, word);
    const plain = (text: string): string =>
      text.replaceAll(name, (_, before = '', id = '', after = '') => told(id, before, after));
    const { subject, expected, observed } = mismatch;
    return { ...mismatch, subject: plain(subject), expected: plain(expected), observed: plain(observed) };
  };
}

/**
 * Matches the names of exchanges that a finding shows or refers to, with the words around a name: the longest first, as a
 * name may contain another, and only whole names (`chat#1` is neither in `chat#12` nor in `bots after chat#1#1`).
 */
function anyNameIn({ exchanges, mismatches }: Finding, besides: readonly Mismatch[]): RegExp {
  const referred = [...mismatches, ...besides].flatMap(({ exchange = [], restsOn = [] }) => [exchange, restsOn].flat());
  const ids = [...new Set([...exchanges, ...referred])].filter((id) => id !== '');
  if (ids.length === 0) return /(?!)/g;
  const any = ids
    .toSorted((a, b) => b.length - a.length)
    .map((id) => id.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');
  return new RegExp(String.raw`( \(|,? such as | of | to | in |, |(?<=^|[\s(]))(${any})(?![#.]?\d)(\))?`, 'g');
}

/** The other mismatches of a finding: those like the first in words, and the others. */
type FurtherMismatches = { readonly alike: readonly string[]; readonly others: readonly Mismatch[] };

/**
 * The mismatches besides the first. Those that show the same of other subjects, or of another expected value, are summed
 * up together, which tells how far the failure reaches. A shrunk case is not told once more as it was.
 */
export function furtherMismatches(finding: Finding): FurtherMismatches {
  const { case: shownCase, exchanges } = finding;
  const [first, ...rest] = plainMismatches(finding);
  if (first === undefined) return { alike: [], others: [] };
  const isWhole = ({ exchange }: Mismatch): boolean =>
    shownCase?.smaller === true && shownCase.exchanges === undefined && exchange === exchanges[shownCase.index - 1];
  const more = rest.filter(
    (each) => !isWhole(each) || seenIn(each) !== seenIn(first) || each.expected !== first.expected,
  );
  const isSame = (each: Mismatch): boolean => seenIn(each) === seenIn(first) && isAsOften(each, first);
  const same = more.filter((each) => isSame(each) && each.expected === first.expected);
  const again = same.filter(({ subject }) => subject === first.subject);
  const elsewhere = same.filter(({ subject }) => subject !== first.subject);
  const otherwise = more.filter(
    (each) =>
      isSame(each) &&
      each.expected !== first.expected &&
      each.subject === first.subject &&
      each.expected.length <= longestName,
  );
  const told = new Set([...same, ...otherwise]);
  return {
    alike: [
      ...(again.length === 0 ? [] : [`${pluralize(again.length, 'more answer')}: the same`]),
      ...(elsewhere.length === 0 ? [] : [`${elsewhereText(elsewhere, first, shownCase)}: the same`]),
      ...(otherwise.length === 0 ? [] : [otherwiseText(otherwise, first)]),
    ],
    others: more.filter((each) => !told.has(each)),
  };
}

/** True of about the same share of answers: one of 370 is not the same as 300 of 370. */
function isAsOften({ answers }: Mismatch, { answers: own }: Mismatch): boolean {
  if (answers === undefined || own === undefined) return answers === own;
  const [share, ownShare] = [answers.wrong / answers.judged, own.wrong / own.judged];
  return Math.max(share, ownShare) <= 3 * Math.min(share, ownShare);
}

/** What was observed, without the number of answers. */
function seenIn({ answers, kind, observed }: Mismatch): string {
  return answers === undefined ? observed : (kind?.observed ?? observed);
}

/**
 * How the other subjects differ from the first: `wav and pcm` for `status of echo as mp3`; for generated cases their
 * number.
 */
function elsewhereText(all: readonly Mismatch[], first: Mismatch, shownCase: Finding['case']): string {
  if (shownCase !== undefined) return `${all.length} more of the ${shownCase.of} generated cases`;
  const subjects = all.map(({ subject }) => subject.split(' '));
  const own = first.subject.split(' ');
  const differs = own.findIndex((word, at) => subjects.some((words) => words[at] !== word));
  // Begins with a noun: `call 4` or `alloy at speed 4` rather than `4` or `at speed 4`.
  const isBegun = (from: number): boolean =>
    from === 0 || subjects.every(({ [from]: word = '0' }) => !/^(?:\d|(?:as|at|by|in|of|to|with)$)/.test(word));
  let from = differs < 0 ? own.length : differs;
  while (!isBegun(from)) from -= 1;
  return namesIn(
    subjects.map((words) => words.slice(from).join(' ')),
    mostNames,
  );
}

/**
 * `flac, aac and wav expected: the same (94 of 108 answers in all)`. The counts add up, as each answer has one
 * expected value.
 */
function otherwiseText(all: readonly Mismatch[], first: Mismatch): string {
  const counts = [first, ...all].flatMap(({ answers }) => answers ?? []);
  const wrong = counts.reduce((sum, each) => sum + each.wrong, 0);
  const [some] = counts;
  const isOfAll = some !== undefined && counts.length === all.length + 1 && wrong <= some.judged;
  const inAll = isOfAll ? ` (${wrong} of ${some.judged} answers in all)` : '';
  return `${namesIn(
    all.map(({ expected }) => expected),
    mostNames,
  )} expected: the same${inAll}`;
}

/** Most names, and longest name, that fit into two lines. */
const mostNames = 8;
const longestName = 20;

/** True where the exchanges are a sequence of calls, and not examples of a rule for every answer. */
export function isOfSequence(mismatch: Mismatch | undefined, steps: readonly string[]): boolean {
  return steps.length > 1 && mismatch?.answers === undefined;
}

/** The exchanges of a finding with their places; without places where they are no sequence. */
export function callsOf({
  exchanges,
  mismatches: [first],
}: Finding): readonly { readonly id: string; readonly place?: number }[] {
  const steps = [...new Set(exchanges)];
  return steps.map((id, at) => (isOfSequence(first, steps) ? { id, place: at + 1 } : { id }));
}

type Named = (id: string, before: string, after: string) => string;

/** Returns the words for an exchange, between the words before and after its name. */
function namerFor(mismatch: Mismatch, steps: readonly string[], word: string): Named {
  const isSequence = isOfSequence(mismatch, steps);
  return (id, before, after) => {
    const isAside = before.endsWith('(') && after === ')';
    const isOwn = id === mismatch.exchange || (mismatch.exchange === undefined && steps.length === 1);
    const place = isSequence ? steps.indexOf(id) + 1 : 0;
    // The report shows its request anyway.
    if (isAside && (isOwn || place === 0)) return '';
    // Which of many answers is the example is not told.
    if (place === 0 && before.endsWith('such as ')) return after;
    if (place > 0) return `${before}${word} ${place}${after}`;
    if (isOwn && before !== '' && !isAside) return after;
    return `${before}${isOwn ? 'the answer' : 'another answer'}${after}`;
  };
}
