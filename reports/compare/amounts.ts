import type { ComparedQuantity, Difference, JudgingInterval } from '../../load/differences/difference.ts';
import { msText, rangeText } from '../load/format.ts';

/** `100.2 → 120 ms`; empty where a side has no value. */
export function sidesText({ a, b, unit, atLeast }: Pick<ComparedQuantity, 'a' | 'b' | 'unit' | 'atLeast'>): string {
  if (a === undefined || b === undefined) return '';
  // A separate unit is given once, after both values.
  const first = isApart(unit) ? rangeText(a, atLeast?.a, (each = 0) => numberText(each, unit)) : valueText(a, unit);
  return `${first} → ${valueText(b, unit, atLeast?.b)}`;
}

/** @param low the lower end, where only a range is known */
export function valueText(value: number | undefined, unit: ComparedQuantity['unit'], low?: number): string {
  if (value === undefined) return '–';
  return `${rangeText(value, low, (each = 0) => numberText(each, unit))}${isApart(unit) ? ' ' : ''}${unit}`;
}

function isApart(unit: ComparedQuantity['unit']): boolean {
  return unit === '%' || unit === 'ms';
}

function numberText(value: number, unit: ComparedQuantity['unit']): string {
  if (unit === '%') return roundedPointsText(value);
  return unit === 'ms' ? msText(value) : roundedText(value);
}

export function unitText(unit: ComparedQuantity['unit']): string {
  return unit === '%' ? 'points' : unit;
}

/** `+15 to +25 %`; `at least +15 %` where only one end is bounded, and a dash where none is. */
export function intervalText({ low, high }: Partial<JudgingInterval> = {}, factor: number, unit: string): string {
  if (low !== undefined && high !== undefined) return signed([low, high], factor, unit);
  if (low !== undefined) return `at least ${signed([low], factor, unit)}`;
  return high === undefined ? '–' : `at most ${signed([high], factor, unit)}`;
}

/** Both ends of a difference, equal unless only a range is known; `undefined` where nothing bounds it. */
export function differenceBounds({ value, range }: Difference): readonly [low: number, high: number] | undefined {
  const { low, high } = range ?? { low: value, high: value };
  return low === undefined || high === undefined ? undefined : [low, high];
}

/** `+20 %`; `+15 to +20 %` where only that range is known, and a dash where it is unbounded. */
export function changedText(difference: Difference, factor: number, unit: string): string {
  const ends = differenceBounds(difference);
  if (ends === undefined) return '–';
  const [from, to] = ends.map((end) => signed([end], factor, unit));
  return from === to ? signed([ends[1]], factor, unit) : signed(ends, factor, unit);
}

function signed(ends: readonly number[], factor: number, unit: string): string {
  return `${ends.map((end) => signedNumber(end * factor, unit)).join(' to ')}${unit === '' ? '' : ` ${unit}`}`;
}

function signedNumber(value: number, unit: string): string {
  const text = (unit === 'points' ? roundedPointsText : roundedText)(Math.abs(value));
  const sign = text === '0' ? '' : value < 0 ? '−' : '+';
  return `${sign}${text}`;
}

/**
 * Two significant digits for small values: one wrong answer in a hundred thousand is a thousandth of a point, and not
 * none.
 */
export function roundedPointsText(value: number): string {
  return Math.abs(value) < 0.1 ? String(Number(value.toPrecision(2))) : roundedText(value);
}

/** Three significant digits, with at most two decimals. */
export function roundedText(value: number): string {
  return String(Number(Number(value.toPrecision(3)).toFixed(2)));
}
