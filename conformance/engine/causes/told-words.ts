import { speechFormats } from '../../contract/limits.ts';
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
const values: ReadonlySet<string> = new Set([...speechFormats, 'alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']);

/** By what was looked at and what came: `tags taken out` is told of `message-tags-stripped`. */
export function closenessTo(failures: readonly Finding[]): Closeness {
  const told = failures.map(wordsOf).join('\n').toLowerCase();
  const weightOf = (word: string): number => {
    if (word.length < shortestWord || empty.has(word)) return 0;
    if (told.includes(word.replace(/s$/, ''))) return 1;
    return values.has(word) ? -1 : 0;
  };
  return (fault) => [...new Set(fault.split('-'))].reduce((sum, word) => sum + weightOf(word), 0);
}

/** Without the names of exchanges, which say what was asked and not what is wrong. */
function wordsOf({ exchanges, mismatches: [first] }: Finding): string {
  if (first === undefined) return '';
  const names = [...new Set([first.exchange ?? '', ...exchanges])].filter((id) => id !== '');
  const text = [first.subject, first.observed].join('\n');
  return names.toSorted((a, b) => b.length - a.length).reduce((rest, id) => rest.replaceAll(id, ''), text);
}
