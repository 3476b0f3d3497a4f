/** Letters that stand together, and where. */
export type Run = { readonly run: string; readonly index: number };

/**
 * No shorter run has as many letters as its pattern allows; and as much as a secret may take there. What lies between two
 * begins is whole groups of letters.
 */
const [longestRun, overlap] = [4000, 128];

/** In what is longer than any secret alone, letters that stand before one are not looked past. */
export function shiftsOf(run: string, group: number): number {
  return run.length < longestRun ? group : 1;
}

/** What a pattern finds, all at once: while one is looked at, others are looked for with the same pattern. */
export function runsOf(pattern: RegExp, text: string): readonly Run[] {
  const runs: Run[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [run] = found;
    runs.push({ run, index: found.index });
    // One that may go on is looked at again from before its end.
    if (run.length >= longestRun) pattern.lastIndex -= overlap;
  }
  return runs;
}

/** Shorter ones are decoded sooner than looked up. */
export const leastEqual = 256;

/** A run, and how far behind it others stand that are equal to it. */
type RunAndAlike = Run & { readonly alike: readonly number[] };

/** Equal runs once, behind all shorter ones: what is repeated for megabytes is thousands of them, and each comes to the same. */
export function* different(runs: Iterable<Run>): Iterable<RunAndAlike> {
  const places = new Map<string, number[]>();
  for (const { run, index } of runs) {
    if (run.length < leastEqual) yield { run, index, alike: [] };
    else if (places.get(run)?.push(index) === undefined) places.set(run, [index]);
  }
  for (const [run, [index = 0, ...others]] of places) yield { run, index, alike: others.map((at) => at - index) };
}

const lineEnds = /(?:(?:(?<!\\)\\+(?:[nr]|u000[ad])|[\r\n])[ \t]*){1,64}/g;
/** Fewer letters before a line end are no line of base64, but for the last one. */
const leastLine = 3;

/** Runs of base64 over several lines, whose ends may be escaped. */
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
  // Padding may end each line.
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
