import type { Cause } from '../../contract/formats/run.ts';
import { isOfFamily } from './check-id.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isAskedAfter } from '../../model/probe-names.ts';
import { isGeneratedCase } from '../../model/generated.ts';
import type { Finding } from '../../model/run.ts';
import { askedIn } from '../judging/asked-traits.ts';
import { requestsWith } from '../judging/trait.ts';

/** Of fewer, what they have in common is as likely chance. */
const leastFailed = 3;
/** What more of those that pass send too is not what they fail by. */
const mostOfPassed = 0.1;
/** That all send it by chance has to be rarer; of the many things that each sends, some are sent by all so often. */
const mostByChance = 0.0001;
const mostByChanceOfAny = 0.001;

type ById = (id: string) => Exchange | undefined;

/**
 * A request that each of these sends among others, and that nearly nothing else sends that passes: `a request with
 * instructions`. Undefined where there is none.
 */
export function commonIn(failed: readonly Finding[], passed: readonly Finding[], byId: ById): Cause['common'] {
  const [wrong, right] = [failed, passed].map((all) => all.map((finding) => sentFor(finding, byId)));
  const [first] = wrong?.toSorted((a, b) => a.length - b.length) ?? [];
  if (wrong === undefined || right === undefined || first === undefined) return undefined;
  // Checks that look at the same requests have all of them in common.
  const apart = new Set(failed.map(({ exchanges }) => exchanges.join('\n'))).size;
  // What each sends alone is in what it shows.
  if (apart < leastFailed || wrong.every((sent) => sent.length < 2)) return undefined;
  // What comes and goes does not come by what is sent.
  if (failed.some(({ mismatches }) => mismatches.some(({ answers }) => answers?.comesAndGoes === true)))
    return undefined;
  const traits = first.flatMap((exchange) => askedIn(exchange, []));
  const kinds = new Set(traits.map((trait) => requestsWith([trait])('request'))).size;
  const told = traits
    .filter(({ holds }) => wrong.every((sent) => sent.some(holds)) && failed.every(isShownWith(holds, byId)))
    .map((trait) => ({ trait, also: right.filter((sent) => sent.some(trait.holds)).length }));
  const [best] = told.toSorted((a, b) => a.also - b.also);
  if (best === undefined || !isTelling(best.also, wrong.length, right.length, kinds)) return undefined;
  return { request: `a ${requestsWith([best.trait])('request')}`, passed: best.also, of: right.length };
}

/** Without what assay asked for itself behind a silence (`withLivenessCheck`): every one that fell silent has it. */
function sentFor({ exchanges }: Finding, byId: ById): readonly Exchange[] {
  return exchanges.flatMap((id) => byId(id) ?? []).filter((exchange) => !isAskedAfter(exchange, exchanges));
}

/**
 * A speech is answered whatever was asked before, and so is a generated case where nothing is charged: where an answer is wrong whose own request lacks a
 * trait, another request beside it has it by chance.
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

/** The causes with that, where what passes is about the same as what leads them. */
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
