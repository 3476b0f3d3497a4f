import { pluralize } from '../../text/format.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { InvalidCode, InvalidReason } from '../../../load/verdict/invalid.ts';

/** Short words for why figures are invalid; the complete reasons are shown beside them. */
const inShort: Readonly<Record<InvalidCode, string>> = {
  incomplete: 'the run is incomplete',
  interrupted: 'the run was interrupted',
  nothingMeasured: 'nothing was measured',
  dispatchLag: 'requests were sent late',
  notSent: 'too many requests were not sent',
  unvouched: 'nothing vouches for its timestamps',
  cpu: 'the processors were busy',
  canary: 'known times were measured wrongly',
  clockSteps: 'the clock was set meanwhile',
  apart: 'the generators did not send together',
  extraLoad: 'more was sent than asked for',
  tooFewSamples: 'there are too few samples',
  otherSchedule: 'its requests are not those of its schedule',
  clientErrors: 'requests failed by our own doing',
};

/** `requests were sent late, and for 1 more reason`. The same code may occur for several generators. */
export function invalidText(reasons: readonly InvalidReason[]): string {
  const [first, ...others] = new Set(reasons.map(({ code }) => code));
  if (first === undefined) return '';
  return `${inShort[first]}${others.length === 0 ? '' : `, and for ${pluralize(others.length, 'more reason')}`}`;
}

/**
 * Whether there are only too few samples: nothing speaks against the instrument, and more requests would have made a
 * valid measurement.
 */
export function lacksOnlySamples({ validity }: Pick<Load, 'validity'>): boolean {
  if (validity?.is !== 'invalid' || validity.reasons.length === 0) return false;
  return validity.reasons.every(({ code }) => code === 'tooFewSamples');
}

/**
 * Whether the run was only cut short: nothing speaks against the instrument. The run may also have too few samples
 * because of that.
 */
export function isOnlyCutShort({ validity }: Pick<Load, 'validity'>): boolean {
  if (validity?.is !== 'invalid') return false;
  const others = validity.reasons.filter(({ code }) => code !== 'tooFewSamples');
  return others.length > 0 && others.every(({ code }) => code === 'incomplete' || code === 'interrupted');
}

/** `Times, measured by an invalid instrument`: the title of figures that are collapsed. */
export function withDoubt(title: string, load: Pick<Load, 'validity'>): string {
  return `${title}, ${doubtOf(load)}`;
}

function doubtOf(load: Pick<Load, 'validity'>): string {
  if (lacksOnlySamples(load)) return 'of too few samples';
  return isOnlyCutShort(load) ? 'of an incomplete run' : 'measured by an invalid instrument';
}

/** The note above figures that are shown open, as on a terminal. Undefined where the figures are valid. */
export function doubtedText(load: Pick<Load, 'validity'>): string | undefined {
  const { validity } = load;
  return validity?.is === 'invalid' ? `${withDoubt('Figures', load)}: ${invalidText(validity.reasons)}` : undefined;
}
