/** Consecutive letters and their offset. */
export type Run = { readonly run: string; readonly index: number };

/**
 * Longest run that a pattern matches at once, and the overlap with the next run, which is as long as a secret may be
 * there. The distance between the beginnings of two such runs is a whole number of groups.
 */
const [longestRun, overlap] = [4000, 128];

/**
 * Number of offsets at which a run is decoded. A longest run is longer than any secret, so that what stands before the
 * secret needs no further offsets.
 */
export function shiftsOf(run: string, group: number): number {
  return run.length < longestRun ? group : 1;
}

/**
 * All matches of a pattern, collected at once: while a match is looked at, the same pattern is used for other texts.
 */
export function runsOf(pattern: RegExp, text: string): readonly Run[] {
  const runs: Run[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [run] = found;
    runs.push({ run, index: found.index });
    // A longest run may go on: the next match begins before its end.
    if (run.length >= longestRun) pattern.lastIndex -= overlap;
  }
  return runs;
}

/** Shortest run that is compared with others; decoding a shorter one takes less time than the comparison. */
export const leastEqual = 256;

/** A run, and the distances from it to all equal runs behind it. */
type RunAndAlike = Run & { readonly alike: readonly number[] };

/**
 * Yields each of several equal runs once, after all shorter runs: repeated text of megabytes has thousands of equal
 * runs, and all of them decode to the same.
 */
export function* different(runs: Iterable<Run>): Iterable<RunAndAlike> {
  const places = new Map<string, number[]>();
  for (const { run, index } of runs) {
    if (run.length < leastEqual) yield { run, index, alike: [] };
    else if (places.get(run)?.push(index) === undefined) places.set(run, [index]);
  }
  for (const [run, [index = 0, ...others]] of places) yield { run, index, alike: others.map((at) => at - index) };
}

const lineEnds = /(?:(?:(?<!\\)\\+(?:[nr]|u000[ad])|[\r\n])[ \t]*){1,64}/g;
/** Fewest letters before a line end that count as a line of base64; the last line may be shorter. */
const leastLine = 3;

/** Runs of base64 over several lines, whose line ends may be escaped. */
export function* brokenRuns(text: string): Iterable<Run> {
  if (!/[\r\n\\]/.test(text)) return;
  let begin = -1;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(lineEnds)) {
    const isSame = begin >= 0 && index === end;
    if (!isSame) {
      if (begin >= 0) yield { run: text.slice(begin, end), index: begin };
      begin = beginOf(text, index, end);
    }
    const behind = index + found.length;
    end = endOf(text, behind);
    if (begin >= 0 && end === behind) {
      if (isSame) yield { run: text.slice(begin, index), index: begin };
      begin = -1;
    }
  }
  if (begin >= 0) yield { run: text.slice(begin, end), index: begin };
}

function beginOf(text: string, end: number, least: number): number {
  let at = end;
  // Each line may end in padding.
  while (at > least && text.charCodeAt(at - 1) === 61) at -= 1;
  while (at > least && isLetter(text.charCodeAt(at - 1))) at -= 1;
  return end - at >= leastLine ? at : -1;
}

function endOf(text: string, begin: number): number {
  let at = begin;
  while (at < text.length && isLetter(text.charCodeAt(at))) at += 1;
  if (at > begin) while (text.charCodeAt(at) === 61) at += 1;
  return at;
}

function isLetter(code: number): boolean {
  if (code < 48) return code === 43 || code === 45 || code === 47;
  if (code < 58) return true;
  return (code > 64 && code < 91) || code === 95 || (code > 96 && code < 123);
}
