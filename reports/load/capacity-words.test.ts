import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { expect, it } from 'vitest';
import type { RequestRecord } from '../../load/records/record.ts';
import { header, record } from '../../load/records/records.testing.ts';
import { summaryOf } from '../../load/figures/summary.ts';
import { judgedLoad, loadExitCode } from '../../load/verdict/judged-load.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadVerdict } from '../../scripts/load/results/verdict.ts';
import { loadHtml } from '../html/load.ts';
import { loadHeadlineOf } from './format.ts';
import { loadMarkdown } from './markdown.ts';
import { stepTable } from './step-table.ts';
import { loadLastLine, loadTimes } from './terminal.ts';

const plain = { colour: false, width: 80 };

/** Two steps of 10 s, of 10 and 20 a second; each request of the second one is sent, and answered, so late. */
function climbed(late: { readonly sentMs?: number; readonly textMs?: number } = {}): Load {
  const rates = { ratePerS: 10, peakRatePerS: 20, steps: 2, durationMs: 20_000, warmupMs: 2_000, planned: 300 };
  const settings = { ...header.settings, ...rates, slo: 'ttft.p50<1s' };
  const summary = summaryOf({ ...header, scenario: 'capacity', settings, stamps: 'kernel' });
  for (let index = 0; index < 300; index += 1) {
    const intended = index < 100 ? index * 100 : 10_000 + (index - 100) * 50;
    const { sentMs = 0, textMs = 20 } = index < 100 ? {} : late;
    const [sent, first] = [intended + sentMs, intended + sentMs + textMs];
    const times = { intended, sent, headers: sent, firstByte: sent, firstEvent: first, firstContent: first };
    const change: Partial<RequestRecord> = { ...times, events: [first], end: first + 10 };
    summary.add(record(index, change));
  }
  return judgedLoad(summary.load());
}

it.each([
  [{}, 'at least 20/s; the limit was not found, because the highest rate tried was 20/s'],
  [{ sentMs: 40 }, 'at least 10/s; the limit was not found, because requests were not sent in time at 20/s'],
])('a capacity without a limit (%j) is amber in every report, and exits as one with a limit', (late, says) => {
  const load = climbed(late);
  expect(loadHeadlineOf(load)).toMatchObject({ is: 'pass', isAmber: true });
  expect(loadLastLine(load, plain)).toContain(`! Capacity: ${says}`);
  expect(loadVerdict(load, plain)).toContain(`Capacity: ${says}`);
  expect(loadMarkdown(load)).toMatch(/^## ! Capacity: at least /);
  const page = loadHtml(load);
  expect(page).toContain('class="verdict inconclusive"');
  expect(page).toContain(`<strong>Capacity</strong>: ${says}`);
  expect(loadExitCode(load)).toBe(0);
});

it('a capacity with a limit is green, and says both rates', () => {
  const load = climbed({ textMs: 1_500 });
  expect(loadLastLine(load, plain)).toBe('✓ Capacity: 10 per second met the SLO, 20 per second violated it');
  expect(loadHtml(load)).toContain('class="verdict pass"');
  expect(loadHtml(load)).toMatch(/<b>1<\/b> <span class="badge">step met the SLO</);
  expect(loadHtml(climbed())).toMatch(/<b>\d<\/b> <span class="badge">steps met the SLO</);
});

it('a capacity says what was sent, where that is another rate', () => {
  const load = climbed({ textMs: 1_500 });
  const steps = (load.steps ?? []).map((each, place) =>
    place === 0 ? { ...each, rates: { ...each.rates, achievedPerS: 8.8753 } } : each,
  );
  expect(loadLastLine({ ...load, steps }, plain)).toBe(
    '✓ Capacity: 10 per second (8.875/s sent) met the SLO, 20 per second violated it',
  );
});

it('a capacity claims the most that any step up to it sent, by the name of that step', () => {
  const load = climbed();
  const [first, second] = load.steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  const sent = (each: typeof first, ratePerS: number, achievedPerS: number, measured: number): typeof first => ({
    ...each,
    step: { ...each.step, ratePerS },
    rates: { ...each.rates, achievedPerS },
    counts: { ...each.counts, measured },
  });
  const capacity = { heldPerS: 6 };
  const crowded = { ...load, capacity, steps: [sent(first, 5, 6.1, 61), sent(second, 6, 5.6, 56)] };
  expect(loadHeadlineOf(crowded).says).toMatch(/^at least 5\/s \(6\.1\/s sent\); /);
  expect(loadHtml(crowded)).toContain('Highest rate that met the SLO, 5/s (6.1/s sent)');
  // One request more or fewer is where the arrivals happen to begin.
  const rounded = { ...load, capacity, steps: [sent(first, 5, 5, 50), sent(second, 6, 5.8, 29)] };
  expect(loadHeadlineOf(rounded).says).toMatch(/^at least 6\/s; /);
});

it('a capacity is amber, and names the steps, where the samples do not decide what it lies between', () => {
  const load = climbed({ textMs: 1_500 });
  const withOpen = (isOpen: (place: number) => boolean): Load => ({
    ...load,
    steps: (load.steps ?? []).map((each, place) => {
      if (each.slo === undefined || !isOpen(place)) return each;
      const bounds = each.slo.bounds.map((bound) => ({ ...bound, undecided: { is: 'tooClose' } as const }));
      return { ...each, slo: { ...each.slo, bounds } };
    }),
  });
  const open = withOpen((place) => place === 0);
  expect(loadHeadlineOf(open)).toMatchObject({ is: 'pass', isAmber: true });
  expect(loadLastLine(open, plain)).toContain('; not yet 95 % certain at 10/s');
  expect(loadTimes(open, plain)).toContain('\n  undecided at 95 %: 10/s\n');
  for (const text of [loadMarkdown(open), loadHtml(open)]) {
    expect(text).toContain('met, undecided');
    expect(text).not.toContain('violated, undecided');
  }
  expect(loadHeadlineOf(withOpen(() => true)).says).toContain('certain at 10 and 20/s');
  const steps = withOpen(() => true).steps ?? [];
  const failed = { ...load, steps, capacity: { violatedPerS: 20 } };
  expect(loadHeadlineOf(failed)).toMatchObject({ is: 'fail', isAmber: true });
  // Of a capacity of 20/s the step of 10/s decides too.
  const held = { ...load, steps: withOpen((place) => place === 0).steps ?? [], capacity: { heldPerS: 20 } };
  expect(loadHeadlineOf(held).says).toContain('certain at 10/s');
  // One bound that is violated for certain is enough.
  const [first, second] = withOpen((place) => place === 1).steps ?? [];
  if (first === undefined || second?.slo === undefined) throw new Error('no steps');
  const sure = { ...boundOf('failures<1%'), is: 'violated', value: 50 } as const;
  const decided = { ...second, slo: { ...second.slo, bounds: [...second.slo.bounds, sure] } };
  expect(loadHeadlineOf({ ...load, steps: [first, decided] }).isAmber).toBeUndefined();
});

it('a capacity run says from which rate to which, that it ended by design, and nothing of a step that was cut off', () => {
  const load = climbed({ textMs: 1_500 });
  const page = loadHtml({ ...load, complete: false });
  expect(page).toContain('constant, 2 steps from 10 to 20 per second, 20 s in all');
  expect(page).toContain('ended at the first rate that violated the SLO, as it should');
  const goodput = { count: 0, perS: 0, n: 0, share: 0, interval: [0, 1] as const };
  const steps = (load.steps ?? []).map((each) => ({ ...each, goodput }));
  expect(stepTable({ ...load, steps }).rows.map((row) => row.includes('0 %'))).toEqual([false, false]);
});

it('shows no histogram over steps of different rates, and one where all have the same', () => {
  const load = climbed();
  const headings = (page: string): readonly string[] =>
    [...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title = '']) => title);
  expect(headings(loadHtml(load)).slice(0, 2)).toEqual(['Latency against load', 'Steps']);
  const even = (load.steps ?? []).map((each) => ({ ...each, step: { ...each.step, ratePerS: 10 } }));
  expect(headings(loadHtml({ ...load, steps: even }))[0]).toBe('Distributions');
});

it('says why a rate could not be judged, where the generator is not to blame', () => {
  const [first, second] = climbed().steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  const bounds = [{ ...boundOf('ttft.p99<1000ms'), is: 'inconclusive', because: '40 samples of the 100' }] as const;
  const open = { ...second, slo: { text: 'ttft.p99<1000ms', is: 'inconclusive', bounds } } as const;
  const load = { ...climbed(), steps: [first, open], capacity: { heldPerS: 10, inconclusivePerS: 20 } };
  expect(loadHeadlineOf(load).says).toBe(
    'at least 10/s; the limit was not found, because 20/s could not be judged: 40 samples of the 100',
  );
  expect(loadHeadlineOf({ ...load, capacity: { inconclusivePerS: 20 } })).toMatchObject({
    is: 'inconclusive',
    says: 'no rate met the SLO: 20/s could not be judged: 40 samples of the 100',
  });
});

it('says which rates met the SLO above one that could not be judged, and which did not', () => {
  const [first, second] = climbed().steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  const slo = (is: 'met' | 'violated' | 'inconclusive', because?: string): Load['slo'] => ({
    text: 'ttft.p95<800ms',
    is,
    bounds: [{ ...boundOf('ttft.p95<800ms'), is, ...(because !== undefined && { because }) }],
  });
  const few = slo('inconclusive', '14 of the 20 samples');
  const stepAt = (ratePerS: number, judged: Load['slo'], unsent?: string): NonNullable<Load['steps']>[number] => ({
    ...second,
    step: { ...second.step, ratePerS },
    rates: { intendedPerS: ratePerS, achievedPerS: ratePerS },
    ...(judged && { slo: judged }),
    ...(unsent !== undefined && { unsent }),
  });
  const says = (steps: Load['steps'], capacity: Load['capacity']): string =>
    loadHeadlineOf({ ...climbed(), ...(steps && { steps }), ...(capacity && { capacity }) }).says;
  const met = [stepAt(10, slo('met')), stepAt(20, slo('met'))];
  expect(says([stepAt(5, few), ...met], { inconclusivePerS: 5 })).toBe(
    '10/s and 20/s met the SLO; 5/s could not be judged: 14 of the 20 samples',
  );
  expect(says([stepAt(5, few), ...met, stepAt(40, few, 'sent late')], { inconclusivePerS: 5 })).toBe(
    '10/s and 20/s met the SLO; 5/s could not be judged: 14 of the 20 samples; requests were not sent in time at 40/s',
  );
  expect(says([stepAt(5, few), stepAt(10, slo('violated'))], { inconclusivePerS: 5 })).toBe(
    'no rate met the SLO: 5/s could not be judged: 14 of the 20 samples; 10/s violated the SLO',
  );
  expect(
    says([stepAt(5, slo('met')), stepAt(10, few), stepAt(20, slo('met'))], { heldPerS: 5, inconclusivePerS: 10 }),
  ).toBe(
    'at least 5/s; the limit was not found, because 10/s could not be judged: 14 of the 20 samples; 20/s met the SLO',
  );
});

it('does not ask for more samples of a step that was cut off because the one before was sent late', () => {
  const [first, second] = climbed().steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  const slo = {
    text: 'ttft.p95<600ms',
    is: 'inconclusive',
    bounds: [{ ...boundOf('ttft.p95<600ms'), is: 'inconclusive', because: '9 of the 20 samples' }],
  } as const;
  const late = { ...second, slo, unsent: 'sent late' };
  const stepAt = (ratePerS: number, recorded: number): NonNullable<Load['steps']>[number] => ({
    ...second,
    slo,
    step: { ...second.step, ratePerS },
    counts: { ...second.counts, recorded, measured: Math.min(recorded, 28) },
  });
  const says = (steps: Load['steps'], capacity: Load['capacity']): string =>
    loadHeadlineOf({ ...climbed(), ...(steps && { steps }), ...(capacity && { capacity }) }).says;
  const unsent = { inconclusivePerS: 20, unsentBecause: 'sent late' };
  const stopped = { ...unsent, cutOffPerS: 30 };
  expect(says([first, late, stepAt(30, 88), stepAt(40, 0)], { heldPerS: 10, ...stopped })).toBe(
    'at least 10/s; the limit was not found, because requests were not sent in time at 20/s, so that the run stopped, while 30/s was beginning',
  );
  expect(says([late, stepAt(30, 88)], stopped)).toBe(
    'no rate was judged: requests were not sent in time at 20/s, so that the run stopped, while 30/s was beginning',
  );
  expect(says([first, late, stepAt(30, 88)], { heldPerS: 10, ...unsent })).toContain(
    'in time at 20/s; 30/s could not be judged: 9 of the 20 samples',
  );
});

it('says how many requests of a step were cut off, and that a step cut off in its warm-up was not reached', () => {
  const load = climbed({ textMs: 1_500 });
  const [first, second] = load.steps ?? [];
  if (first === undefined || second === undefined) throw new Error('no steps');
  const cut = { ...second, counts: { ...second.counts, warmup: 45, measured: 184, ok: 150, failed: 6, aborted: 40 } };
  const all = { ...second.counts, measured: 27, ok: 0, failed: 0, aborted: 72 };
  const begun = {
    ...second,
    step: { ...second.step, ratePerS: 60 },
    counts: { ...second.counts, recorded: 63, warmup: 63, measured: 0, ok: 0, aborted: 63 },
    slo: { text: 'ttft.p50<1s', is: 'inconclusive', bounds: [] },
  } as const;
  const stopped = { ...load, steps: [first, cut, begun] };
  const whole = { ...stopped, steps: [first, { ...second, counts: all }] };
  expect(loadTimes(whole, plain)).toContain('at 20/s the end of the run cut off all of 27 requests\n');
  const notes = [
    'at 20/s the end of the run cut off 28 of 184 requests; times are of the others',
    '60/s was not reached, as the run ended in its warm-up of 63 requests',
  ];
  for (const note of notes) {
    expect(loadTimes(stopped, plain)).toContain(note);
    expect(loadMarkdown(stopped)).toContain(note.slice(3).replaceAll('_', String.raw`\_`));
    expect(loadHtml(stopped)).toContain(note.slice(3));
  }
  expect(loadHtml(stopped)).toMatch(/<li class="none"><b>0<\/b> <span class="badge">not judged/);
  expect(loadHtml(stopped)).toMatch(/<b>1<\/b> <span class="badge">not reached/);
});
