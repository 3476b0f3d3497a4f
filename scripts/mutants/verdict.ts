import type { Finding } from '../../conformance/model/run.ts';

/** The result of one mutation. */
export type MutantVerdict =
  /** A MUST fails. */
  | { readonly is: 'killed'; readonly by: string }
  | { readonly is: 'notStarted' | 'crashed' | 'timedOut'; readonly because: string }
  /** A check fails, but no MUST. */
  | { readonly is: 'noticed'; readonly by: readonly string[] }
  /** Nothing fails, but a MUST that can be judged on the unchanged service is inconclusive. */
  | { readonly is: 'notJudged'; readonly checks: readonly string[]; readonly because: string }
  | { readonly is: 'survived'; readonly reached: boolean }
  /** The judge process crashed. */
  | { readonly is: 'defect'; readonly because: string };

/** The verdict on a complete run. */
export function verdictOn(findings: readonly Finding[]): MutantVerdict {
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  const must = failed.find(({ level }) => level === 'MUST');
  if (must !== undefined) return { is: 'killed', by: must.check };
  if (failed.length > 0) return { is: 'noticed', by: failed.map(({ check }) => check) };
  const open = findings.filter(({ level, verdict }) => level === 'MUST' && verdict.is !== 'pass');
  const [first] = open;
  if (first === undefined) return { is: 'survived', reached: true };
  const because = 'because' in first.verdict ? first.verdict.because : '';
  return { is: 'notJudged', checks: open.map(({ check }) => check), because };
}
