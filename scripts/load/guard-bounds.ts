import { parseSlo } from '../../load/slo/parse-slo.ts';
import { parseUntil } from '../../load/slo/until.ts';
import { boundText, sloQuantities, type SloBound, type SloQuantity } from '../../load/slo/slo.ts';
import type { Operation } from '../../load/plan/operations.ts';
import type { Resolved } from '../../load/plan/resolve.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { UsageError } from '../errors/usage-error.ts';

type Asked = { readonly slo?: string | undefined; readonly until?: string | undefined };

/** Throws a UsageError for what no run could meet, or none of this scenario measure: it would use up credits for nothing. */
export function guardBounds(
  { name }: LoadScenario,
  { slo, until }: Asked,
  operations: ReadonlyMap<Operation, unknown>,
): void {
  const bounds = slo === undefined ? undefined : parseSlo(slo);
  for (const bound of bounds?.is === 'slo' ? bounds.slo : []) {
    const because = neverMet(bound) ?? unmeasured(bound.quantity, name, operations);
    if (because !== undefined) throw new UsageError(`--slo: ${boundText(bound)} ${because}`);
  }
  const precision = until === undefined ? undefined : parseUntil(until);
  if (precision?.is !== 'until') return;
  const because = unmeasured(precision.until.quantity, name, operations);
  if (because !== undefined) throw new UsageError(`--until: ${precision.until.quantity} ${because}`);
}

function neverMet({ quantity, relation, bound, unit }: SloBound): string | undefined {
  if (relation === '<' && bound === 0)
    return sloQuantities[quantity] === 'share'
      ? `can never be met: no share is below 0; expected ${quantity}<=0%, or a bound above 0`
      : 'can never be met: nothing takes less than no time; expected a bound above 0';
  if (relation === '>' && bound === 100 && unit === '%')
    return `can never be met: no share is above 100 %; expected ${quantity}>=100%, or a bound below 100%`;
  return undefined;
}

/** Quantities that only answers of one operation have. */
const onlyOf: { readonly [Name in SloQuantity]?: Operation } = {
  ttfe: 'stream',
  ttft: 'stream',
  serviceTtft: 'stream',
  gap: 'stream',
  rtf: 'speech',
  audio: 'speech',
  chars: 'speech',
};

function unmeasured(
  quantity: SloQuantity,
  scenario: string,
  operations: ReadonlyMap<Operation, unknown>,
): string | undefined {
  const operation = onlyOf[quantity];
  if (operation === undefined || operations.has(operation)) return undefined;
  const what = operation === 'stream' ? 'of streams' : 'of speech';
  const other = Object.keys(sloQuantities).filter((name) => {
    const of = onlyOf[name as SloQuantity];
    return name !== 'rate' && (of === undefined || operations.has(of));
  });
  return `is ${what}, and this load ${scenario} sends none: it would not be measured; expected bounds on ${other.join(', ')}, or a scenario or --mix with ${operation}`;
}

/** Throws a UsageError where the peak of a burst or of a climb does not lie above its base. */
export function guardPeak({ name, shape }: LoadScenario, { ratePerS, peakRatePerS }: Resolved): void {
  if (peakRatePerS === undefined || peakRatePerS > ratePerS) return;
  if (shape !== 'spike' && peakRatePerS === ratePerS) return;
  throw new UsageError(
    `--peak is ${peakRatePerS} and --rate ${ratePerS}: load ${name} rises from --rate to --peak; raise --peak, or lower --rate`,
  );
}
