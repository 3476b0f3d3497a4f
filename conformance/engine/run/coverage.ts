import type { Check } from '../../model/check.ts';
import type { Finding, Run, RunHeader } from '../../model/run.ts';
import { quickFinds } from '../../model/quick-checks.ts';
import type { KnownMistake } from '../causes/likely.ts';

type Suite = { readonly checks: readonly Check[]; readonly mistakes?: () => readonly KnownMistake[] };

/**
 * What a run is worth that left checks out to save credits or time: how many of the known mistakes it would have found, at
 * least, and how many checks it did not try. Rules for every answer count only in a whole quick run, for which it was
 * measured what they find: with fewer answers they find less. Undefined for any other run.
 */
export function coverageOf(header: RunHeader, findings: readonly Finding[], suite: Suite): Run['coverage'] {
  if (header.command !== 'check' || suite.mistakes === undefined) return undefined;
  const isQuick = header.profile === 'quick';
  if (!isQuick && !findings.some(isLeftOut)) return undefined;
  const judged = new Set(findings.filter(isJudged).map(({ check }) => check));
  const notTried = suite.checks.length - judged.size;
  if (isQuick && header.plan.checks.every((id) => judged.has(id))) return { ...quickFinds, notTried };
  const sending = suite.checks.filter(({ id, ofEvery }) => ofEvery === undefined && judged.has(id));
  const mistakes = suite.mistakes();
  const found = mistakes.filter(({ checks }) => sending.some(({ id }) => checks.has(id))).length;
  return { found, of: mistakes.length, notTried };
}

/** Left out by `--time` or `--max-credits`. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached === 'time' || ('about' in verdict && verdict.about?.is === 'credits');
}

function isJudged({ verdict }: Finding): boolean {
  return verdict.is === 'pass' || verdict.is === 'fail';
}
