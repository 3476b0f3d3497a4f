import { boundOf } from '../../load/slo/bound-of.testing.ts';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../load/figures/summary.ts';
import { header, record } from '../../load/records/records.testing.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadHtml } from '../html/load.ts';
import { steppedRun } from '../html/load/stepped.testing.ts';
import { loadHeadlineOf } from './format.ts';
import { loadMarkdown } from './markdown.ts';
import { fullLoad, sampleLoad } from './sample-load.testing.ts';
import { loadTablesOf } from './tables.ts';
import { loadLastLine, loadTimes } from './terminal.ts';

const plain = { colour: false, width: 80 };
const counts = { ...sampleLoad().counts, ok: 30, failed: 10 };
const coded = 'the body has a Content-Encoding, and none was asked for';

describe('streams that ended in an error object', () => {
  const failuresAtMost = { streams: 14, n: 40, share: 0.35, interval: [0.2, 0.5] as [number, number] };
  it('stand in the verdict, which is no green', () => {
    const slo = {
      text: 'failures<50%',
      is: 'met',
      bounds: [{ ...boundOf('failures<50%'), is: 'met', value: 35, best: 0 }],
    } as const;
    const met = sampleLoad({ failuresAtMost, slo: { ...slo, bounds: [...slo.bounds] } });
    expect(loadHeadlineOf(met)).toEqual({
      is: 'pass',
      word: 'SLO met',
      says: 'failures<50%; 14 streams ended in an error object',
      isAmber: true,
    });
    expect(loadLastLine(met, plain)).toBe('! SLO met: failures<50%; 14 streams ended in an error object');
    expect(loadMarkdown(met)).toContain('14 streams ended in an error object');
    expect(loadHtml(met)).toContain('14 streams ended in an error object');
    expect(loadHeadlineOf(sampleLoad({ failuresAtMost })).says).toBe(
      '26 of 40 measured requests were answered for certain; 14 streams ended in an error object',
    );
  });
});

it('figures of an invalid run are marked where they stand', () => {
  const invalid = (...codes: ('dispatchLag' | 'interrupted' | 'tooFewSamples')[]): string => {
    const reasons = codes.map((code) => ({ code, because: 'because' }));
    const [first] = loadTimes(sampleLoad({ validity: { is: 'invalid', reasons, notes: [] } }), plain).split('\n');
    return first ?? '';
  };
  expect(invalid('dispatchLag')).toBe('? Figures, measured by an invalid instrument: requests were sent late');
  expect(invalid('interrupted', 'tooFewSamples')).toMatch(/^\? Figures, of an incomplete run: the run was interrupted/);
  expect(loadTimes(sampleLoad({ validity: { is: 'valid', notes: [] } }), plain)).not.toContain('Figures, ');
});

describe('why requests failed', () => {
  const outcomes = [
    { outcome: 'invalid', n: 7, firstMs: 0, lastMs: 9, because: coded },
    { outcome: 'http-500', n: 3, firstMs: 1, lastMs: 9 },
  ];
  const requests = { by: 'e2e', slowest: [], failed: [], points: [], failures: [], outcomes } as const;
  const load = sampleLoad({ counts, failures: { invalid: 7, 'http-500': 3 }, requests });
  it('is said of each outcome, with the reason of the first', () => {
    const lines = loadTimes(load, plain).split('\n');
    expect(lines).toContain(`✗ 7 × invalid, such as: ${coded}`);
    expect(lines).toContain('✗ 3 × http-500');
    expect(loadMarkdown(load)).toContain(`| 7 | the body has a Content-Encoding, and none was asked for |`);
    expect(loadHtml(load)).toMatch(new RegExp(`<span class="aside"\\s*>${coded}</span`));
  });
  it('is said of a redirect, which is not followed', () => {
    const moved = [{ outcome: 'http-307', n: 3, firstMs: 1, lastMs: 9 }];
    const one = sampleLoad({ failures: { 'http-307': 3 }, requests: { ...requests, outcomes: moved } });
    expect(loadTimes(one, plain)).toContain(
      '✗ 3 × http-307, such as: a redirect, which is not followed: give as --target',
    );
  });
  it('is what to do about a refusal for rate', () => {
    const refused = (because?: string) => [
      { outcome: 'http-429', n: 30, firstMs: 1, lastMs: 9, ...(because && { because }) },
    ];
    const told = (because?: string): string =>
      loadTimes(
        sampleLoad({ failures: { 'http-429': 30 }, requests: { ...requests, outcomes: refused(because) } }),
        plain,
      );
    expect(told('Retry-After 1 s')).toContain(
      '✗ 30 × http-429: refused for rate (429, Retry-After 1 s): lower --rate\n',
    );
    expect(told()).toContain('✗ 30 × http-429: refused for rate (429): lower --rate\n');
  });
  it('is told of every outcome but of wrong answers, which are shown one by one', () => {
    const wrong = [{ outcome: 'wrong', n: 1, firstMs: 0, lastMs: 0, because: 'cut short' }];
    const one = sampleLoad({ failures: { wrong: 1 }, requests: { ...requests, outcomes: wrong } });
    expect(loadTimes(one, plain)).toContain('✗ 1 × wrong, such as: cut short');
    const shown = { ...one, wrongAnswers: [{ id: 'a', atMs: 1, because: 'cut short' }] };
    expect(loadTimes(shown, plain).split('\n')).toContain('✗ 1 × wrong');
  });
});

it('keeps the columns of steps apart where percentiles lack samples', () => {
  const { load } = steppedRun({ ttftMs: () => 100 });
  const few = { ...load.ttftMs, p50: undefined, p95: undefined, n: 1, missing: { p50: 1, p95: 19 } };
  const { p50: _, p95: __, ...lacking } = few;
  const steps = (load.steps ?? []).map((step) => ({ ...step, ttftMs: lacking, e2eMs: lacking }));
  const text = loadTimes({ ...load, steps }, plain);
  expect(text).toMatch(/ needs 1 {2,}needs 19 {2,}needs 1 {2,}needs 19 /);
  expect(text).toContain('needs n: so many more answers');
  expect(text.split('\n').filter((line) => line.includes('needs ') && line.length > 80)).toEqual([]);
});

describe('the times of several operations', () => {
  const stream = { ...fullLoad().operations?.['stream'] };
  const e2eMs = { ...sampleLoad().e2eMs, n: 8, p50: 77 };
  const operations = { chat: { ...stream, e2eMs }, stream } as NonNullable<Load['operations']>;
  it('are told by operation, as an E2E latency of all of them is none', () => {
    const lines = loadTimes(sampleLoad({ operations }), plain).split('\n');
    expect(lines.find((line) => line.startsWith('E2E chat'))).toMatch(/^E2E chat +8 +77\.0 /);
    expect(lines.find((line) => line.startsWith('E2E stream'))).toMatch(/^E2E stream +40 +1400 /);
    expect(lines.join('\n')).not.toMatch(/E2E latency|failed by operation/);
    expect(loadTimes(sampleLoad(), plain)).toMatch(/^E2E latency +40 +1400 /m);
  });
  it('are told so in every form, each with a histogram of its own, and not together over time', () => {
    const settings = { ...header.settings, warmupMs: 0, durationMs: 40_000, planned: 80 };
    const summary = summaryOf({ ...header, scenario: 'mixed', settings });
    for (let index = 0; index < 80; index += 1) {
      const isSpeech = index % 2 === 1;
      const at = index * 500;
      const end = at + (isSpeech ? 900 + index : 100 + index);
      const { firstContent: _, ...whole } = record(index, { operation: isSpeech ? 'speech' : 'chat', end, events: [] });
      summary.add(whole);
    }
    const load = summary.load();
    const page = loadHtml(load);
    for (const name of ['chat', 'speech']) {
      expect(page).toContain(`<b>E2E ${name}</b>`);
      expect(page).toContain(`<b>TTFB ${name}</b>`);
      expect(loadTimes(load, plain)).toMatch(new RegExp(`^TTFB ${name} +40 +100\\.0 `, 'm'));
      expect(loadMarkdown(load)).toContain(`**E2E ${name}**`);
    }
    expect(page).not.toMatch(/<b>E2E latenc/);
    for (const name of ['chat', 'speech']) expect(page).toContain(`<b>E2E ${name} over time</b>`);
    expect(load.operations?.['chat']?.e2eMs.bins?.counts.reduce((all, each) => all + each, 0)).toBe(40);
    expect(load.operations?.['chat']?.lagMs).not.toHaveProperty('bins');
    const { requests } = load;
    if (requests === undefined) throw new Error('no requests');
    const outcomes = Array.from({ length: 12 }, (_, at) => ({
      outcome: `http-${500 + at}`,
      n: 1,
      firstMs: at,
      lastMs: at,
    }));
    const failing = loadHtml({ ...load, requests: { ...requests, outcomes, failed: requests.slowest } });
    expect(failing).toContain('The first that failed of each of the 10 commonest causes');
    // No chat has a first token, and no number of chats would.
    const rows = loadTablesOf(load).find(({ title }) => title === 'Operations')?.rows;
    expect(rows?.map((row) => row.slice(5, 8))).toEqual([Array(3).fill('–'), Array(3).fill('–')]);
  });
  it('say of which operation how many failed', () => {
    const failed = { ...operations, chat: { ...stream, e2eMs, counts: { ...stream.counts, failed: 3, measured: 11 } } };
    const load = sampleLoad({ operations: failed as NonNullable<Load['operations']> });
    expect(loadTimes(load, plain)).toContain('failed by operation: chat 3 of 11, stream 0 of 40');
  });
  it('come with the real-time factor of speech', () => {
    const { speech } = fullLoad();
    const load = sampleLoad(speech === undefined ? {} : { speech });
    expect(loadTimes(load, plain)).toContain(
      'real-time factor of speech (n 40): p50 0.08, p95 0.136, p99 needs 60 more',
    );
  });
});

describe('the last line', () => {
  const slo = { text: 'e2e.p50<3s', is: 'met', bounds: [{ ...boundOf('e2e.p50<3s'), is: 'met', value: 2 }] } as const;
  it.each([
    [{ 'http-500': 10 }, '✓ SLO met: e2e.p50<3s; 10 of 40 measured requests failed'],
    [{ 'http-500': 6, wrong: 4 }, '✓ SLO met: e2e.p50<3s; 10 of 40 measured requests failed (4 answers were wrong)'],
    [{ wrong: 10 }, '✓ SLO met: e2e.p50<3s; 10 answers were wrong'],
  ])('says how many failed where the SLO is met: %j', (failures, line) => {
    expect(loadLastLine(sampleLoad({ counts, failures, slo }), plain)).toBe(line);
  });
  it('says it once where there is no SLO, and not of what failed beyond a capacity', () => {
    const load = sampleLoad({ counts, failures: { 'http-500': 10 } });
    expect(loadLastLine(load, plain)).toBe('✗ Failures: 10 of 40 measured requests failed');
    expect(loadHeadlineOf({ ...load, capacity: { heldPerS: 5 } }).says).not.toContain('failed');
  });
});

describe('a terminal of 60 columns', () => {
  const narrow = { colour: false, width: 60 };
  const tableOf = (text: string): readonly string[] => text.split('\n').slice(0, 5);
  it('has the times whole, as have wider ones', () => {
    const lines = tableOf(loadTimes(sampleLoad(), narrow));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
    expect(lines[0]).toMatch(/^ms +n +p50 +p95 +p99$/);
    expect(tableOf(loadTimes(sampleLoad(), plain))[0]).toHaveLength(76);
  });
  it('has of each step what came of it', () => {
    const { load } = steppedRun({ ttftMs: () => 100 });
    const lines = tableOf(loadTimes(load, narrow));
    expect(lines[1]).toMatch(/^ +step +TTFT p50 +TTFT p95 +E2E p95 +failed$/);
    expect(lines[4]).toMatch(/20\/s +100\.0 +100\.0 +\d+\.\d +0 {2}✓$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
  });
});
