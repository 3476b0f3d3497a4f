import { speechFormats, voiceNames } from '../../contract/limits.ts';
import { withIdsReplaced } from '../../model/exchange-id.ts';
import { exchangeIdsOf } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';

/** Returns how many words of a fault's name the failures mention: it decides between faults that fit equally well. */
export type Closeness = (fault: string) => number;

/** Words of a fault's name that say nothing: words shorter than `shortestWord` letters, and the words in `empty`. */
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
/** Formats and voices: a fault about one of them is another fault than a fault about a different one. */
const values: ReadonlySet<string> = new Set([...speechFormats, ...voiceNames]);

/** Looks at subject and observed: `tags taken out` mentions a word of `message-tags-stripped`. */
export function closenessTo(failures: readonly Finding[]): Closeness {
  const told = plain(failures.map(subjectAndObserved).join('\n'));
  const weightOf = (word: string): number => {
    if (told.includes(word.replace(/s$/, ''))) return 1;
    return values.has(word) ? -1 : 0;
  };
  return (fault) => wordsIn(fault).reduce((sum, word) => sum + weightOf(word), 0);
}

/**
 * Members that a request may have: a fault about such a member is another fault where the failures do not mention it.
 */
const parts: ReadonlySet<string> = new Set(['instructions', 'speed', 'citations', 'mcp']);

/**
 * Whether the failures mention all that a fault is about. The leading failure has to mention such a member, and most of
 * the failures a format or voice: where answers are swapped, any format or voice comes in place of any other.
 */
export function mentionsAllParts(fault: string, group: readonly Finding[]): boolean {
  const told = group.map(toldOf);
  return wordsIn(fault).every((word) => {
    if (parts.has(word)) return told[0]?.includes(word) === true;
    return !values.has(word) || 2 * told.filter((text) => text.includes(word)).length > told.length;
  });
}

/**
 * Share, from 0 to 1, of the words in a fault's name that the leading failure or the id and title of its check mention.
 */
export function shareOfNameMentioned(fault: string, lead: Finding): number {
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

/** The stem of a word: `charges` mentions `charged`. The `ed` of `speed` is no ending. */
function stemOf(word: string): string {
  return word.replace(/(?<=.{4})(?:ed|s)$/, '');
}

/** A text in lower case, with `UTF-8` written as in names of faults: `utf8`. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/(?<=[a-z])-(?=\d)/g, '');
}

/** The first mismatch without the names of exchanges, which say what was asked and not what is wrong. */
function subjectAndObserved(finding: Finding): string {
  const [first] = finding.mismatches;
  if (first === undefined) return '';
  return withIdsReplaced([first.subject, first.observed].join('\n'), exchangeIdsOf(finding), () => '');
}
