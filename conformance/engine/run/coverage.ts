import type { Check } from '../../model/check.ts';
import type { Finding, Run, RunHeader } from '../../model/run.ts';
import { quickFinds } from '../../model/quick-checks.ts';
import { isLeftOpen, rulesIn } from './outcome.ts';
import type { KnownMistake } from '../causes/likely.ts';

type Suite = { readonly checks: readonly Check[]; readonly mistakes?: () => readonly KnownMistake[] };

/**
 * What a run is worth that left checks out to save credits or time: how many of the known mistakes it would have found, at
 * least, and how many checks it did not try. What a whole quick run finds was measured; of any other, a mistake counts as
 * found where a check judged something that is there to find it, as the self-test proves. What fails by it besides does
 * not count, nor do rules for every answer: with fewer answers they find less. Undefined for a run that left nothing out.
 */
export function coverageOf(header: RunHeader, findings: readonly Finding[], suite: Suite): Run['coverage'] {
  if (header.command !== 'check' || suite.mistakes === undefined) return undefined;
  const isQuick = header.profile === 'quick';
  if (!isQuick && !findings.some(isLeftOut)) return undefined;
  const rules = rulesIn(suite.checks);
  const judged = new Set(
    findings.filter((finding) => isJudged(finding) || isLeftOpen(finding, rules)).map(({ check }) => check),
  );
  const notTried = suite.checks.length - judged.size;
  if (isQuick && header.plan.checks.every((id) => judged.has(id))) return { ...quickFinds, isMeasured: true, notTried };
  const mistakes = suite.mistakes();
  const found = mistakes.filter(({ named }) => named.some((id) => judged.has(id) && !rules.has(id))).length;
  return { found, of: mistakes.length, notTried };
}

/** Left out by `--time` or `--max-credits`. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached === 'time' || ('about' in verdict && verdict.about?.is === 'credits');
}

function isJudged({ verdict }: Finding): boolean {
  return verdict.is === 'pass' || verdict.is === 'fail';
}
