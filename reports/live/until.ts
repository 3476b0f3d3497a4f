import type { UntilSoFar } from '../../load/slo/until.ts';
import { pluralize } from '../text/format.ts';

/** A short text for a line that ends at the width of a terminal. */
export function untilShortText(until: UntilSoFar): string {
  return `until ${asked(until)}: ${found(until)}${inRow(until)}`;
}

/** A sentence with the last count, and when the next one is due. */
export function untilSentence(until: UntilSoFar): string {
  const { lookedAt, nextLookAt, inRow: many, of } = until;
  if (many === of) return `Until ${asked(until)}: reached, ${found(until)}`;
  const next = `next evaluation after ${nextLookAt}`;
  if (lookedAt === 0)
    return `Until ${asked(until)}: first evaluation after ${pluralize(nextLookAt, 'measured request')}`;
  return `Until ${asked(until)}: ${found(until)} after ${pluralize(lookedAt, 'measured request')}${inRow(until)}; ${next}`;
}

function asked({ quantile, within }: UntilSoFar): string {
  return `${quantile} ±${percent(within)} %`;
}

function found({ precision, lookedAt, nextLookAt }: UntilSoFar): string {
  if (lookedAt === 0) return `first evaluation after ${nextLookAt}`;
  return precision === undefined ? 'no interval yet' : `±${percent(precision)} % now`;
}

function inRow({ inRow: many, of, lookedAt }: UntilSoFar): string {
  return lookedAt === 0 ? '' : `, precise enough in ${many} of ${of} evaluations in a row`;
}

function percent(share: number): number {
  return Number((share * 100).toPrecision(2));
}
