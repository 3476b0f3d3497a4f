import { sloFrom } from '../../load/slo/parse-slo.ts';
import { parseUntil } from '../../load/slo/until.ts';
import { sloQuantities, sloQuantityNames, type SloQuantity } from '../../load/slo/quantities.ts';
import { boundText, sloText, type SloBound } from '../../load/slo/slo.ts';
import type { Operation } from '../../load/plan/operations.ts';
import type { ResolvedRates } from '../../load/plan/resolve.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { UsageError } from '../errors/usage-error.ts';

type Bounds = { readonly slo?: string | undefined; readonly until?: string | undefined };

/**
 * Throws a UsageError for a bound that no run could meet, or that no run of this scenario could measure: it would use
 * up credits for nothing.
 */
export function guardBounds(
  { name }: LoadScenario,
  { slo, until }: Bounds,
  operations: ReadonlyMap<Operation, unknown>,
): void {
  for (const bound of sloFrom(slo) ?? []) {
    const because = neverMet(bound) ?? unmeasured(bound.quantity, name, operations);
    if (because !== undefined) throw new UsageError(`--slo: ${boundText(bound)} ${because}`);
  }
  const precision = until === undefined ? undefined : parseUntil(until);
  if (precision?.is !== 'until') return;
  const because = unmeasured(precision.until.quantity, name, operations);
  if (because !== undefined) throw new UsageError(`--until: ${precision.until.quantity} ${because}`);
}

type Kept = {
  readonly slo: string | undefined;
  /** A message for each bound that is left out. */
  readonly leftOut: readonly string[];
};

/** The bounds of a settings file, which serves several scenarios, that this scenario can measure. */
export function measurableBounds(
  { name }: LoadScenario,
  slo: string | undefined,
  operations: ReadonlyMap<Operation, unknown>,
): Kept {
  const bounds = sloFrom(slo);
  if (bounds === undefined) return { slo, leftOut: [] };
  const isMeasured = ({ quantity }: SloBound): boolean => unmeasured(quantity, name, operations) === undefined;
  const kept = bounds.filter(isMeasured);
  if (kept.length === bounds.length) return { slo, leftOut: [] };
  return {
    slo: kept.length === 0 ? undefined : sloText(kept),
    leftOut: bounds
      .filter((bound) => !isMeasured(bound))
      .map((bound) => `${boundText(bound)} of the settings file is ${sentNone(bound.quantity, name)}: it is left out`),
  };
}

function neverMet({ quantity, relation, bound, unit }: SloBound): string | undefined {
  if (relation === '<' && bound === 0)
    return sloQuantities[quantity].kind === 'share'
      ? `can never be met: no share is below 0; expected ${quantity}<=0%, or a bound above 0`
      : 'can never be met: nothing takes less than no time; expected a bound above 0';
  if (relation === '<=' && bound === 0 && sloQuantities[quantity].isAboveZero)
    return 'can never be met: no answer takes no time; expected a bound above 0';
  if (relation === '>' && bound === 100 && unit === '%')
    return `can never be met: no share is above 100 %; expected ${quantity}>=100%, or a bound below 100%`;
  return undefined;
}

function unmeasured(
  quantity: SloQuantity,
  scenario: string,
  operations: ReadonlyMap<Operation, unknown>,
): string | undefined {
  const { onlyOf } = sloQuantities[quantity];
  const isMeasured = (of: typeof onlyOf): boolean => of === undefined || of.some((each) => operations.has(each));
  if (onlyOf === undefined || isMeasured(onlyOf)) return undefined;
  const other = sloQuantityNames.filter((name) => {
    return name !== 'rate' && isMeasured(sloQuantities[name].onlyOf);
  });
  return `is ${sentNone(quantity, scenario)}: it would not be measured; expected bounds on ${other.join(', ')}, or a scenario or --mix with ${onlyOf.join(' or ')}`;
}

/** Names of the responses for bounds that apply to some operations only, by the first of these operations. */
const answersOf: { readonly [Name in Operation]: string } = {
  stream: 'streams',
  chat: 'answers that are no streams',
  speech: 'speech',
  voices: 'lists of voices',
};

function sentNone(quantity: SloQuantity, scenario: string): string {
  return `of ${answersOf[sloQuantities[quantity].onlyOf?.[0] ?? 'stream']}, and this load ${scenario} sends none`;
}

/** Throws a UsageError where the peak of a spike or a step load is not above its base rate. */
export function guardPeak({ name, shape }: LoadScenario, { ratePerS, peakRatePerS }: ResolvedRates): void {
  if (peakRatePerS === undefined || peakRatePerS > ratePerS) return;
  if (shape !== 'spike' && peakRatePerS === ratePerS) return;
  throw new UsageError(
    `--peak is ${peakRatePerS} and --rate ${ratePerS}: load ${name} rises from --rate to --peak; raise --peak, or lower --rate`,
  );
}
