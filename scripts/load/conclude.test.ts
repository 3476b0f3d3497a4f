import { expect, it } from 'vitest';
import { loadHeadlineOf } from '../../reports/load/format.ts';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { interrupted } from './conclude.ts';
import { loadVerdict } from './results/verdict.ts';

const because = 'the run ended early: 40 of 50 planned requests were recorded, 5 of them cut off; run it again';
const lag = { code: 'dispatchLag', because: 'requests were sent late' } as const;
const plain = { colour: false, width: 80 };

it('a run that was interrupted says so, and says nothing against the instrument', () => {
  const ended = sampleLoad({
    complete: false,
    counts: { ...sampleLoad().counts, recorded: 40, aborted: 5 },
    validity: { is: 'invalid', reasons: [{ code: 'incomplete', because }], notes: [] },
  });
  expect(loadVerdict(ended, plain)).toBe(`? Run incomplete\n  ${because}`);
  const load = interrupted(ended);
  expect(loadVerdict(load, plain)).toBe(`? Run incomplete\n  ${because.replace('ended early', 'was interrupted')}`);
  expect(loadHeadlineOf(ended).word).toBe('Incomplete');
  expect(loadHeadlineOf(load).word).toBe('Interrupted');
});

it('the instrument is called invalid where anything else is against it', () => {
  const validity = { is: 'invalid', reasons: [{ code: 'incomplete', because }, lag], notes: [] } as const;
  const load = interrupted(sampleLoad({ complete: false, counts: { ...sampleLoad().counts, recorded: 40 }, validity }));
  expect(loadVerdict(load, plain)).toContain('? Instrument invalid\n  the run was interrupted: 40 of 50');
  expect(interrupted(sampleLoad())).toEqual(sampleLoad());
});
