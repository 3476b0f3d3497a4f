import type { CheckRow } from '../../conformance/contract/formats/history.ts';
import type { Verdict } from '../../conformance/model/run.ts';
import { verdictWords } from '../text/format.ts';

/** A check in one run: the first letter of its verdict, or `a` if the run did not judge it. */
export type VerdictLetter = 'p' | 'f' | 'i' | 'n' | 'a';

export const letterOf: Readonly<Record<Verdict['is'], VerdictLetter>> = {
  pass: 'p',
  fail: 'f',
  inconclusive: 'i',
  notApplicable: 'n',
};

/** What a letter stands for. */
export const letterWords: Readonly<Record<VerdictLetter, string>> = {
  p: verdictWords.pass,
  f: verdictWords.fail,
  i: verdictWords.inconclusive,
  n: verdictWords.notApplicable,
  a: 'not in the run',
};

/** Equal letters in a row. */
export type LetterRun = { readonly letter: VerdictLetter; readonly from: number; readonly length: number };

export function letterRuns(strip: string): readonly LetterRun[] {
  return [...strip.matchAll(/(.)\1*/g)].map(({ 0: { length }, 1: letter, index }) => ({
    letter: letter as VerdictLetter,
    from: index,
    length,
  }));
}

const mostTold = 6;

/** `failed, then 3 passed`: the newest first. Only the number of older changes is given after the first few. */
export function stripWords(strip: string): string {
  const stretches = letterRuns(strip);
  const told = stretches
    .slice(0, mostTold)
    .map(({ letter, length }) => (length === 1 ? letterWords[letter] : `${length} ${letterWords[letter]}`));
  const left = strip.length - stretches.slice(0, mostTold).reduce((sum, { length }) => sum + length, 0);
  return [...told, ...(left === 0 ? [] : [`${left} more`])].join(', then ');
}

/**
 * In how many of the newest runs a check can count as flaky, and for how many runs at most another verdict lasts that
 * makes it flaky.
 */
export const flakyWithin = 20;
export const flakyAtMost = 2;

/**
 * How a check changed. @param strip the newest run first @param ways for each run, the versions of assay and of the
 * document
 */
export function changeOf(strip: string, ways: readonly string[]): CheckRow['is'] {
  const judged = [...strip].flatMap((letter, run) => (letter === 'p' || letter === 'f' ? [{ letter, run }] : []));
  const [newest, before] = judged;
  if (newest === undefined) return 'asItWas';
  const alike = judged.filter(({ run }) => ways[run] === ways[newest.run]).slice(0, flakyWithin);
  // The newest and the oldest stretch may be part of longer ones, so only those in between count.
  const between = letterRuns(alike.map(({ letter }) => letter).join('')).slice(1, -1);
  if (between.some(({ length }) => length <= flakyAtMost)) return 'flaky';
  if (before === undefined || before.letter === newest.letter) return 'asItWas';
  return newest.letter === 'f' ? 'newFailure' : 'fixed';
}
