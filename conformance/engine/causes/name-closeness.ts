import { speechFormats, voiceNames } from '../../contract/limits.ts';
import { withNamesReplaced } from '../../model/exchange-id.ts';
import { namedBy } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';

/** With a fault of this name as much in common as with others: how many words of its name the failures tell. */
export type Closeness = (fault: string) => number;

/** Words that say nothing, and shorter ones. */
const shortestWord = 3;
const empty: ReadonlySet<string> = new Set([
  'any',
  'all',
  'the',
  'with',
  'without',
  'its',
  'and',
  'for',
  'not',
  'over',
]);
/** One of many: a fault that is about another one is another fault. */
const values: ReadonlySet<string> = new Set([...speechFormats, ...voiceNames]);

/** By what was looked at and what came: `tags taken out` is told of `message-tags-stripped`. */
export function closenessTo(failures: readonly Finding[]): Closeness {
  const told = plain(failures.map(subjectAndObserved).join('\n'));
  const weightOf = (word: string): number => {
    if (told.includes(word.replace(/s$/, ''))) return 1;
    return values.has(word) ? -1 : 0;
  };
  return (fault) => wordsIn(fault).reduce((sum, word) => sum + weightOf(word), 0);
}

/** What a request may have besides: a fault that is about one of them is another fault where nothing is told of it. */
const parts: ReadonlySet<string> = new Set(['instructions', 'speed', 'citations', 'mcp']);

/**
 * Whether all that a fault is about is told: such a part by what shows a failure best, and one format or voice of several by
 * most of the failures, as where answers are exchanged any of them comes for any other.
 */
export function tellsAllParts(fault: string, group: readonly Finding[]): boolean {
  const told = group.map(toldOf);
  return wordsIn(fault).every((word) => {
    if (parts.has(word)) return told[0]?.includes(word) === true;
    return !values.has(word) || 2 * told.filter((text) => text.includes(word)).length > told.length;
  });
}

/** How many of the words of its name what shows a failure best says, of 1; what its check is about counts too. */
export function shareOfNameTold(fault: string, lead: Finding): number {
  const told = toldOf(lead);
  const words = wordsIn(fault);
  return words.filter((word) => told.includes(stemOf(word))).length / Math.max(words.length, 1);
}

function toldOf(finding: Finding): string {
  const { check, title, mismatches, ledger = [] } = finding;
  const expected = mismatches[0]?.expected ?? '';
  return plain([check, title, subjectAndObserved(finding), expected, ...ledger.map(({ use }) => use)].join('\n'));
}

function wordsIn(fault: string): readonly string[] {
  return [...new Set(fault.split('-'))].filter((word) => word.length >= shortestWord && !empty.has(word));
}

/** `charged` is told by `charges`; `speed` has no ending. */
function stemOf(word: string): string {
  return word.replace(/(?<=.{4})(?:ed|s)$/, '');
}

/** `UTF-8` is the `utf8` of a name. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/(?<=[a-z])-(?=\d)/g, '');
}

/** Without the names of exchanges, which say what was asked and not what is wrong. */
function subjectAndObserved(finding: Finding): string {
  const [first] = finding.mismatches;
  if (first === undefined) return '';
  return withNamesReplaced([first.subject, first.observed].join('\n'), namedBy(finding), () => '');
}
