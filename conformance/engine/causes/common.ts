import type { Cause } from '../../contract/formats/run.ts';
import { isOfFamily } from './check-id.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isLivenessCheckAfter } from '../../model/probe-names.ts';
import { isGeneratedCase } from '../../model/generated.ts';
import type { Finding } from '../../model/run.ts';
import { requestTraitsOf } from '../judging/asked-traits.ts';
import { requestsWith } from '../judging/trait.ts';

/** Fewest failures with different requests from which a common trait is told: of fewer the trait may be chance. */
const leastFailed = 3;
/**
 * Largest share of the passing findings that may have the trait too: above it the trait does not explain the failures.
 */
const mostOfPassed = 0.1;
/**
 * Largest probability that all failures have one trait by chance. The second bound is for all kinds of traits together:
 * of many traits some are common to all failures by chance.
 */
const mostByChance = 0.0001;
const mostByChanceOfAny = 0.001;

type ById = (id: string) => Exchange | undefined;

/**
 * A request that each of these failures sends among others, and that hardly any passing finding sends: `a request with
 * instructions`. Undefined where there is none.
 */
export function commonIn(failed: readonly Finding[], passed: readonly Finding[], byId: ById): Cause['common'] {
  const [wrong, right] = [failed, passed].map((all) => all.map((finding) => sentFor(finding, byId)));
  const [first] = wrong?.toSorted((a, b) => a.length - b.length) ?? [];
  if (wrong === undefined || right === undefined || first === undefined) return undefined;
  // Checks that judge the same requests have all traits of these requests in common.
  const apart = new Set(failed.map(({ exchanges }) => exchanges.join('\n'))).size;
  // Where each failure has a single request, its mismatch shows that request already.
  if (apart < leastFailed || wrong.every((sent) => sent.length < 2)) return undefined;
  // A failure that comes and goes does not depend on what is sent.
  if (failed.some(({ mismatches }) => mismatches.some(({ answers }) => answers?.comesAndGoes === true)))
    return undefined;
  const traits = first.flatMap((exchange) => requestTraitsOf(exchange, []));
  const kinds = new Set(traits.map((trait) => requestsWith([trait])('request'))).size;
  const told = traits
    .filter(({ holds }) => wrong.every((sent) => sent.some(holds)) && failed.every(isShownWith(holds, byId)))
    .map((trait) => ({ trait, also: right.filter((sent) => sent.some(trait.holds)).length }));
  const [best] = told.toSorted((a, b) => a.also - b.also);
  if (best === undefined || !isTelling(best.also, wrong.length, right.length, kinds)) return undefined;
  return { request: `a ${requestsWith([best.trait])('request')}`, passed: best.also, of: right.length };
}

/**
 * The exchanges of a finding, without what assay sends after a missing response (`withLivenessCheck`): every finding
 * with a missing response has that request.
 */
function sentFor({ exchanges }: Finding, byId: ById): readonly Exchange[] {
  return exchanges.flatMap((id) => byId(id) ?? []).filter((exchange) => !isLivenessCheckAfter(exchange, exchanges));
}

/**
 * Whether the trait can explain a finding. No earlier request changes the answer to a speech, or to a generated case
 * where nothing is charged. If such an answer is wrong and its own request lacks the trait, another request of the
 * finding has the trait by chance.
 */
function isShownWith(holds: (exchange: Exchange) => boolean, byId: ById): (finding: Finding) => boolean {
  return ({ check, mismatches }) =>
    mismatches.every(({ exchange = '' }) => {
      const shown = byId(exchange);
      if (shown === undefined) return true;
      const isAlone = isOfFamily(check, 'speech') || (!isOfFamily(check, 'metering') && isGeneratedCase(shown));
      return !isAlone || holds(shown);
    });
}

/** Adds `common` to each cause, compared with the findings that pass in the family of its first check. */
export function withCommon(causes: readonly Cause[], findings: readonly Finding[], byId: ById): Cause[] {
  const familyOf = (check: string): string => check.slice(0, check.indexOf('.'));
  const passed = Map.groupBy(
    findings.filter(({ verdict }) => verdict.is === 'pass'),
    ({ check }) => familyOf(check),
  );
  return causes.map((cause) => {
    const [lead = ''] = cause.checks;
    const failed = findings.filter(({ check, verdict }) => verdict.is === 'fail' && cause.checks.includes(check));
    const right = passed.get(familyOf(lead)) ?? [];
    const common = cause.since === undefined ? commonIn(failed, right, byId) : undefined;
    return common === undefined ? cause : { ...cause, common };
  });
}

function isTelling(also: number, failed: number, passed: number, kinds: number): boolean {
  const byChance = ((failed + also) / (failed + passed)) ** failed;
  return also <= mostOfPassed * passed && byChance < mostByChance && byChance * kinds < mostByChanceOfAny;
}
