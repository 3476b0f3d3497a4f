import { expect, it } from 'vitest';
import { loadHeadlineOf } from '../../reports/load/format.ts';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { withInterruption } from './conclude.ts';
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
  const load = withInterruption(ended);
  expect(loadVerdict(load, plain)).toBe(`? Run incomplete\n  ${because.replace('ended early', 'was interrupted')}`);
  expect(loadHeadlineOf(ended).word).toBe('Incomplete');
  expect(loadHeadlineOf(load).word).toBe('Interrupted');
});

it('the instrument is called invalid where anything else is against it', () => {
  const validity = { is: 'invalid', reasons: [{ code: 'incomplete', because }, lag], notes: [] } as const;
  const load = withInterruption(
    sampleLoad({ complete: false, counts: { ...sampleLoad().counts, recorded: 40 }, validity }),
  );
  expect(loadVerdict(load, plain)).toContain('? Instrument invalid\n  the run was interrupted: 40 of 50');
  expect(withInterruption(sampleLoad())).toEqual(sampleLoad());
  // Interrupted while its samples were decoded.
  const whole = sampleLoad({ validity: { is: 'invalid', reasons: [lag], notes: [] } });
  expect(withInterruption(whole)).toEqual(whole);
});

it('gives no advice about the warm-up where the user ended the run in it', () => {
  const reason = { code: 'nothingMeasured', because: 'raise --duration or lower --warmup' } as const;
  const counts = { ...sampleLoad().counts, recorded: 3, measured: 0 };
  const load = withInterruption(
    sampleLoad({ complete: false, counts, validity: { is: 'invalid', reasons: [reason], notes: [] } }),
  );
  expect(loadVerdict(load, plain)).toBe(
    '? Run incomplete\n  the run was interrupted: 3 of 50 planned requests were recorded; run it again',
  );
});
