import type { ComparedQuantity } from '../../load/differences/difference.ts';
import type { Audit, AuditPart } from '../../load/figures/figures.ts';

/** What each part of an audit compares with the other requests of the run. */
export const auditParts = [
  ['repeat', 'Requests that repeat another message'],
  ['plain', 'Requests with the header fields of a common client'],
] as const;

/** The result of an audit, a line for each part. */
export function auditLines(audit: Audit): readonly string[] {
  return auditParts.map(([name, what]) => `${what}: ${partText(audit[name])}`);
}

/** The warning for the headline. Undefined where nothing differs. */
export function auditWarning(audit: Audit | undefined): string | undefined {
  const found = audit === undefined ? [] : auditParts.filter(([name]) => audit[name].is === 'differs');
  if (audit === undefined || found.length === 0) return undefined;
  return found.map(([name, what]) => `${what.toLowerCase()} differ: ${differencesText(audit[name])}`).join('; ');
}

function partText(part: AuditPart): string {
  if (part.is === 'differs') return `differ from the others, ${differencesText(part)}`;
  if (part.is === 'undecided')
    return `undecided, ${part.requests} of them are too few to show even a difference of one half; raise --duration or --rate`;
  return `no difference found in ${part.requests} of them${couldShowText(part)}`;
}

function differencesText({ quantities }: AuditPart): string {
  const found = quantities.filter(({ word }) => word === 'faster' || word === 'slower');
  return found.map(differenceText).join(', ');
}

function differenceText({ quantity, relative, absolute, unit }: ComparedQuantity): string {
  const difference = relative ?? absolute;
  if (difference === undefined) return quantity;
  const [factor, word] = relative === undefined ? [1, unit] : [100, '%'];
  const text = (value: number): string => {
    const size = Number((value * factor).toPrecision(2));
    return `${size > 0 ? '+' : ''}${size}`;
  };
  const { value, interval } = difference;
  const within = interval === undefined ? '' : ` (95 %: ${text(interval[0])} to ${text(interval[1])})`;
  return `${quantity} ${text(value)} ${word}${within}`;
}

function couldShowText({ quantities }: AuditPart): string {
  const whole = quantities.find(({ quantity }) => quantity === 'e2e.p50');
  if (whole?.couldShow === undefined) return '';
  return `; a difference of ${Number((whole.couldShow * 100).toPrecision(2))} % in the median would have been found`;
}
