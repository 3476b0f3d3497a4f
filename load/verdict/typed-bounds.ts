import type { LoadBound } from '../../conformance/contract/formats/certificate.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { boundText } from '../slo/slo.ts';
import type { Load } from './load.ts';

/** The bounds of a run's SLO as separate fields, with the result of each. Undefined where the run has no SLO. */
export function typedBounds({ settings, slo, counts }: Load): readonly LoadBound[] | undefined {
  const bounds = sloFrom(settings.slo);
  if (bounds === undefined || slo === undefined) return undefined;
  const sampleSize = counts.ok + counts.failed;
  return bounds.map((bound) => {
    const { relation: comparator, unit } = bound;
    const text = boundText(bound);
    const is = slo.bounds.find((each) => each.text === text)?.is ?? 'inconclusive';
    const metric = text.slice(0, text.indexOf(comparator));
    return { metric, comparator, threshold: decimal(bound.bound), unit, is, sampleSize };
  });
}

/** Writes a number without an exponent, which not every reader of decimal numbers accepts. */
function decimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
