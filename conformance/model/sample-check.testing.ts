import type { Check } from './check.ts';
import { noCost } from './costs.ts';

/** A check of nothing in particular, which sends nothing, with the members that a test gives. */
export function sampleCheck(more: Partial<Check> & Pick<Check, 'expect'>): Check {
  return {
    id: 't/c',
    clause: '1',
    also: [],
    title: 'a title',
    requirement: '',
    level: 'MUST',
    probe: { name: 'p', needs: [], costs: noCost, steps: [] },
    fault: 'speed-clamped',
    ...more,
  };
}
