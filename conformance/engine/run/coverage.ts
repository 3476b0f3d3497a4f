import type { Check } from '../../model/check.ts';
import type { Finding, Run, RunHeader } from '../../model/run.ts';
import { quickChecks, quickFinds } from '../../model/quick-checks.ts';
import { isLeftOpen, rulesIn } from './outcome.ts';
import type { KnownFault } from '../causes/likely.ts';

type Suite = { readonly checks: readonly Check[]; readonly faults?: () => readonly KnownFault[] };

/**
 * What a run shows that left checks out to save credits or time: at least how many of the known faults it would have
 * found, and how many checks it did not try. For a whole quick run the number of faults was measured; with few
 * inconclusive checks it still holds, less the faults that only these would have found. For any other run, a fault
 * counts as found where a check that names it was judged, as the self-test proves. Other faults that a check would also
 * find do not count, nor do the checks of every answer, which find less with fewer answers. Undefined for a run that
 * left nothing out, and where the target did not answer.
 */
export function coverageOf(header: RunHeader, findings: readonly Finding[], suite: Suite): Run['coverage'] {
  if (header.command !== 'check' || suite.faults === undefined) return undefined;
  if (header.given?.unanswered !== undefined) return undefined;
  if (header.profile !== 'quick' && !findings.some(isLeftOut)) return undefined;
  const rules = rulesIn(suite.checks);
  const idsOf = (is: (finding: Finding) => boolean) => new Set(findings.filter(is).map(({ check }) => check));
  const judged = idsOf((finding) => isJudged(finding) || isLeftOpen(finding, rules));
  const open = idsOf((finding) => isOpen(finding) && !judged.has(finding.check));
  const notTried = suite.checks.length - judged.size - open.size;
  const inconclusive = open.size === 0 ? {} : { inconclusive: open.size };
  const isMostlyJudged = open.size <= header.plan.checks.length * mostOpen;
  if (isMostlyJudged && isWholeQuick(header) && header.plan.checks.every((id) => judged.has(id) || open.has(id)))
    return { ...quickFinds, isMeasured: true, notTried, ...inconclusive };
  const faults = suite.faults();
  const found = faults.filter(({ named }) => named.some((id) => judged.has(id) && !rules.has(id))).length;
  return { found, of: faults.length, notTried, ...inconclusive };
}

/** Largest share of inconclusive checks with which the measured number still says something. */
const mostOpen = 0.1;

/** A part of the quick profile, by `--only`, was never measured. */
function isWholeQuick({ profile, plan }: RunHeader): boolean {
  const planned = new Set(plan.checks);
  return profile === 'quick' && quickChecks.every((id) => planned.has(id));
}

/** True for a check that was left out by `--time` or `--max-credits`. */
function isLeftOut({ verdict, unreached }: Finding): boolean {
  return unreached === 'time' || ('about' in verdict && verdict.about?.is === 'credits');
}

function isJudged({ verdict }: Finding): boolean {
  return verdict.is === 'pass' || verdict.is === 'fail';
}

/** True for a check that was tried and got no verdict. */
function isOpen(finding: Finding): boolean {
  const { verdict, exchanges, unreached } = finding;
  return verdict.is === 'inconclusive' && unreached === undefined && !isLeftOut(finding) && exchanges.length > 0;
}
