import { describe, expect, it } from 'vitest';
import type { Load } from '../../load/verdict/load.ts';
import { schemaErrors } from '../../scripts/testing/schemas.testing.ts';
import { sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { checkHistoryEntry } from './checks.ts';
import { historyOf } from './history.ts';
import { historyHtml } from './html.ts';
import { historyMarkdown } from './markdown.ts';
import { historyText } from './terminal.ts';
import { loadHistoryEntry } from './loads.ts';
import { stepsBetween } from './steps-between.ts';
import { unconfirmedSteps, valueText } from './words.ts';
import { dayAt, invalidValidity, loadOf, runsOf, sampleHistory, shapedLoad } from './sample-history.testing.ts';

const place = { folder: 'a', hasReport: false };
const plain = { colour: false, width: 100 };

it('keeps the published form', () => {
  expect(schemaErrors('history', JSON.parse(JSON.stringify(sampleHistory())))).toEqual([]);
});

describe('the runs of checks', () => {
  const { checks } = sampleHistory();

  it('are told the newest first, what needs looking at before the rest', () => {
    expect(checks).toHaveLength(1);
    expect(checks[0]?.runs.map(({ folder }) => folder)).toEqual(['run-5', 'run-4', 'run-3', 'run-2', 'run-1', 'run-0']);
    expect(checks[0]?.checks.map(({ check, is, strip }) => [check.replace('speech.speed/', ''), is, strip])).toEqual([
      ['new', 'newFailure', 'fppppp'],
      ['flaky', 'flaky', 'pfpppp'],
      ['fixed', 'fixed', 'pfffff'],
      ['failing', 'asItWas', 'ffffff'],
      ['failed-once', 'asItWas', 'pppppf'],
      ['never', 'asItWas', 'pppppp'],
      ['open', 'asItWas', 'ipappn'],
    ]);
  });

  it('stand together by target and command; those of the embedded service too, whose address changes', () => {
    const run = (parts: Parameters<typeof runsOf>[1]): ReturnType<typeof runsOf> => runsOf({ 'a/b': 'p' }, parts);
    const { checks: groups } = historyOf([
      ...run({ target: 'https://a.example' }),
      ...run({ target: 'https://b.example' }),
      ...run({ target: 'https://a.example', command: 'fuzz' }),
      ...run({ target: 'http://127.0.0.1:1000', embedded: true }),
      ...run({ target: 'http://127.0.0.1:2000', embedded: true }),
    ]);
    expect(groups.map(({ target, command, runs }) => `${command} ${target} ${runs.length}`)).toEqual([
      'check https://a.example 1',
      'check https://b.example 1',
      'fuzz https://a.example 1',
      'check http://127.0.0.1:1000 2',
    ]);
  });

  it('count a property once, as its worst finding, and not what there was no time for', () => {
    const findings = [
      sampleFinding('stream.generated/answers', '4'),
      sampleFinding('stream.generated/answers', '4', { verdict: { is: 'fail', because: '' } }),
      sampleFinding('stream.late/answers', '4', {
        verdict: { is: 'inconclusive', because: 'no time' },
        unreached: 'time',
      }),
    ];
    const { checks: groups } = historyOf([checkHistoryEntry(sampleRun(findings, { command: 'fuzz' }), place)]);
    expect(groups[0]?.checks.map(({ check, strip }) => [check, strip])).toEqual([
      ['stream.generated/answers', 'f'],
      ['stream.late/answers', 'a'],
    ]);
  });

  it('say of a failure that it is known, and what a run was called', () => {
    const known = { is: 'known', reason: 'soon', expires: '2030-01-01' } as const;
    const findings = [sampleFinding('a/b', '1', { verdict: { is: 'fail', because: '' }, knownFailure: known })];
    const { checks: groups } = historyOf([checkHistoryEntry(sampleRun(findings, { label: 'v2' }), place)]);
    expect(groups[0]).toMatchObject({ runs: [{ label: 'v2' }], checks: [{ known: true }] });
  });
});

describe('the load runs', () => {
  const median = (...runs: readonly ReturnType<typeof loadOf>[]) =>
    historyOf(runs).loads[0]?.quantities.find(({ quantity }) => quantity === 'ttft.p50')?.points;

  it('are a difference where the intervals do not overlap, and undecided where they overlap', () => {
    expect(median(loadOf(0, 100), loadOf(1, 150))?.[0]?.before).toEqual({ run: 1, relative: 0.5, is: 'worse' });
    expect(median(loadOf(0, 100), loadOf(1, 50))?.[0]?.before).toEqual({ run: 1, relative: -0.5, is: 'better' });
    expect(median(loadOf(0, 100), loadOf(1, 105))?.[0]?.before).toMatchObject({ is: 'undecided' });
  });

  it('are no difference below 1 %, nor where so many figures lie apart as far by chance', () => {
    const narrow = (medianMs: number, half: number): Parameters<typeof loadOf>[2] => {
      const interval = [medianMs - half, medianMs + half] as const;
      return { ttftMs: { ...sampleLoad().ttftMs, p50: medianMs, intervals: { p50: interval } } };
    };
    const is = (before: number, now: number, half: number): string | undefined =>
      median(loadOf(0, 100, narrow(before, half)), loadOf(1, 100, narrow(now, half)))?.[0]?.before?.is;
    expect(is(100, 100.9, 0.01)).toBe('undecided');
    expect(is(100, 101.1, 0.01)).toBe('worse');
    // The intervals lie apart either way.
    expect(is(100, 121, 10)).toBe('undecided');
    expect(is(100, 122, 10)).toBe('worse');
    const page = historyHtml(historyOf([loadOf(0, 100, narrow(100, 0.01)), loadOf(1, 100, narrow(100.9, 0.01))]));
    expect(page).toContain('0.9 % higher than in the previous run, undecided: less than 1 % counts as none');
  });

  it('have to lie the further apart the more pairs of runs are compared', () => {
    const runs = [...Array.from({ length: 9 }, () => 100), 112].map((medianMs, day) => loadOf(day, medianMs));
    const is = (each: typeof runs): string | undefined => median(...each)?.[0]?.before?.is;
    expect(is(runs.slice(-2))).toBe('worse');
    expect(is(runs)).toBe('undecided');
    const text = historyText(historyOf(runs), { colour: false, width: 200 });
    expect(text).toContain('undecided: apart, but by less than 171 figures compared at once can differ by chance');
  });

  it('say of steps apart from changes how often they come by chance', () => {
    const stepped = historyOf([100, 100, 150].map((medianMs, day) => loadOf(day, medianMs)));
    const says = 'at most one of twenty histories, of 38 figures compared each, shows any by chance';
    for (const of of [historyHtml, historyMarkdown, (each: typeof stepped) => historyText(each, plain)]) {
      expect(of(stepped)).toContain(says);
      expect(of(historyOf([loadOf(0, 100), loadOf(1, 100)]))).not.toContain('Steps are ');
    }
  });

  it('judge a share by the smaller of it and its rest, and from nothing by the most that it may have been', () => {
    const at = (share: number, low: number, high: number): Parameters<typeof loadOf>[2] => ({
      goodput: { count: 1, perS: 1, n: 100_000, share, interval: [low, high] },
    });
    const good = historyOf([loadOf(0, 100, at(0.999, 0.9988, 0.9992)), loadOf(1, 100, at(0.99, 0.9895, 0.9905))]);
    const told = good.loads[0]?.quantities.find(({ quantity }) => quantity === 'goodput');
    expect(told?.points[0]?.before?.is).toBe('worse');
    const failing = (share: number, low: number, high: number): Parameters<typeof loadOf>[2] => ({
      failureShare: { n: 100_000, share, interval: [low, high] },
    });
    const { loads } = historyOf([
      loadOf(0, 100, failing(0, 0, 0.0002)),
      loadOf(1, 400, failing(0.0006, 0.00055, 0.00065)),
    ]);
    expect(loads.flatMap(stepsBetween).map(({ of }) => of.quantity)).toEqual(['ttft.p50', 'failures']);
  });

  it('name a step between two runs, and say that they are too few for change points', () => {
    const history = historyOf([130, 131, 131, 164, 164, 165].map((median, day) => loadOf(day, median)));
    const step = 'TTFT, p50: 131.0 ms to 164.0 ms (25 % higher)';
    for (const text of [
      historyHtml(history),
      historyMarkdown(history),
      historyText(history, { colour: false, width: 100 }),
    ])
      expect(text.replaceAll('\\', '')).toContain(step);
    expect(historyText(history, { colour: false, width: 100 })).toMatch(
      /0 load figures worse than in the run before, a step between two runs: TTFT, p50: .* from load-2 to load-3$/,
    );
  });

  it.each([
    [8, true],
    [10, false],
  ])('of %i say whether they are too few for change points: %j', (many, areFew) => {
    const loads = Array.from({ length: many }, (_, day) =>
      loadHistoryEntry(
        shapedLoad(day, () => 1),
        place,
      ),
    );
    const text = historyText(historyOf(loads), { colour: false, width: 100 });
    expect(text.includes(`${many} runs are too few for change points, which need about 10.`)).toBe(areFew);
  });

  it('compare nothing where none is valid, which is not that nothing is worse', () => {
    const history = historyOf([
      loadOf(0, 100, { validity: invalidValidity }),
      loadOf(1, 200, { validity: invalidValidity }),
    ]);
    const text = historyText(history, { colour: false, width: 100 });
    expect(text).toContain('\n2 runs, none of 2 runs is valid: nothing was compared');
    expect(text).not.toContain('0 load figures');
    expect(historyHtml(history)).toContain('<p class="notice">None of 2 runs is valid: nothing was compared.</p>');
    const alone = historyText(historyOf([loadOf(0, 100)]), { colour: false, width: 100 });
    expect(alone).toContain('1 run, no load figure could be compared');
  });

  it('are not compared where the newest is not valid, whatever those before it came to', () => {
    const history = historyOf([loadOf(0, 100), loadOf(1, 150), loadOf(2, 900, { validity: invalidValidity })]);
    expect(historyText(history, plain)).toMatch(/\n3 runs, the newest run is not valid: not compared, a step between /);
    const [load] = history.loads;
    if (load === undefined) throw new Error('no runs');
    const apart = [load, { ...load, runs: load.runs.slice(1) }].map((each) => ({ ...each, quantities: [] }));
    expect(historyText({ ...history, loads: apart }, plain)).toContain(
      ', of 2 newest load runs 1 is not valid: not compared',
    );
    const two = { ...history, loads: [load, ...historyOf([loadOf(0, 100), loadOf(1, 150)]).loads] };
    expect(historyText(two, plain)).toContain(
      ' worse than in the run before (of 2 scenarios, 1 not compared: the newest run is not valid)',
    );
  });

  it('tell a real-time factor with the digits that it has', () => {
    expect(valueText(0.006927, 'ratio')).toBe('0.00693');
    expect(valueText(1.25, 'ratio')).toBe('1.25');
  });

  it('name the steps of all but what a change is told of', () => {
    const failing = { failureShare: { n: 1000, share: 0.2, interval: [0.18, 0.22] as const } };
    const history = historyOf([loadOf(0, 100), loadOf(1, 150), loadOf(2, 150, failing)]);
    const [load] = history.loads;
    if (load === undefined) throw new Error('no runs');
    const counts = { run: 1, is: 'worse', p: 0.01, runsBefore: 1, runsSince: 2, quantiles: [] } as const;
    const of = (family: 'ttft' | 'e2e'): readonly string[] =>
      stepsBetween({ ...load, changes: [{ of: family, ...counts }] }).map((step) => step.of.quantity);
    expect(of('e2e')).toEqual(['failures', 'ttft.p50']);
    expect(of('ttft')).toEqual(['failures']);
    expect(unconfirmedSteps({ ...load, changes: [{ of: 'ttft', ...counts }] })).toHaveLength(1);
  });

  it('are worse where less of what is good is shown', () => {
    const goodput = (count: number): Parameters<typeof loadOf>[2] => ({
      goodput: { count, perS: count, n: 100, share: count / 100, interval: [count / 100 - 0.01, count / 100 + 0.01] },
    });
    const { loads } = historyOf([loadOf(0, 100, goodput(95)), loadOf(1, 100, goodput(80))]);
    const told = loads[0]?.quantities.find(({ quantity }) => quantity === 'goodput');
    expect(told?.points[0]?.before?.is).toBe('worse');
  });

  it('leave out the figures of one that is invalid, and join those around it', () => {
    const points = median(loadOf(0, 100), loadOf(1, 900, { validity: invalidValidity }), loadOf(2, 150));
    expect(points?.map(({ run, value, before }) => [run, value, before?.run])).toEqual([
      [0, 150, 2],
      [2, 100, undefined],
    ]);
  });

  it('are not joined where another rule tells the text of the reply, for what hangs on it', () => {
    const other = { settings: { ...sampleLoad().settings, content: 'event=token' } };
    const history = historyOf([loadOf(0, 100), loadOf(1, 100, other)]);
    const joined = history.loads[0]?.quantities.filter(({ points: [newest] }) => newest?.before !== undefined);
    expect(history.loads[0]?.runs[0]?.differs).toEqual(['the rule for text of the reply']);
    expect(joined?.map(({ quantity }) => quantity)).toEqual(
      expect.arrayContaining(['ttfe.p50', 'e2e.p50', 'failures']) as string[],
    );
    expect(joined?.map(({ quantity }) => quantity)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(ttft|gap)\./)]) as string[],
    );
  });

  it.each([
    ['rate', { settings: { ...sampleLoad().settings, ratePerS: 6 } }],
    ['mix', { settings: { ...sampleLoad().settings, mix: 'stream=4' } }],
    ['timestamps', { timestamps: 'kernel' as const }],
    ['protocol', { connections: { opened: 1, reused: 39, protocols: [{ protocol: 'HTTP/2.0', answers: 40 }] } }],
  ])('are not joined where another %s was asked for', (name, parts) => {
    const { loads } = historyOf([loadOf(0, 100), loadOf(1, 100, parts)]);
    expect(loads[0]?.runs[0]?.differs).toEqual([name]);
    expect(loads[0]?.quantities.flatMap(({ points }) => points.flatMap(({ before }) => before ?? []))).toEqual([]);
  });

  it('are amber where a capacity found no limit, in every form, and green where it did', () => {
    const capacityOf = (capacity: NonNullable<Load['capacity']>) =>
      historyOf([loadOf(0, 100, { capacity, validity: { is: 'valid', notes: [] } })]);
    const history = capacityOf({ heldPerS: 20 });
    expect(history.loads[0]?.runs[0]).toMatchObject({ is: 'pass', amber: true });
    expect(schemaErrors('history', JSON.parse(JSON.stringify(history)))).toEqual([]);
    const page = historyHtml(history);
    expect(page).toContain('class="newest inconclusive"');
    expect(page).toContain('<td>! Capacity: at least 20/s');
    for (const text of [historyMarkdown(history), historyText(history, { colour: false, width: 100 })]) {
      expect(text).toContain('! Capacity');
      expect(text).not.toContain('✓');
    }
    const found = capacityOf({ heldPerS: 20, violatedPerS: 40 });
    expect(found.loads[0]?.runs[0]).not.toHaveProperty('amber');
    expect(historyHtml(found)).toContain('class="newest pass"');
  });

  it('have no figures of many loads together', () => {
    const { loads } = historyOf([loadOf(0, 100, { sweep: {} })]);
    expect(loads[0]?.quantities).toEqual([]);
  });

  it('have the time to first byte of answers that are no streams', () => {
    const { e2eMs } = sampleLoad();
    const { loads } = historyOf([loadOf(0, 100, { ttfbMs: { ...e2eMs, p50: 30 } }), loadOf(1, 100)]);
    const found = loads[0]?.quantities.filter(({ quantity }) => quantity.startsWith('ttfb.'));
    expect(found?.map(({ quantity, points }) => [quantity, points[0]?.value])).toContainEqual(['ttfb.p50', 30]);
  });

  it('leave out a percentile of which only a bound is known', () => {
    const { ttftMs } = sampleLoad();
    expect(median(loadOf(0, 100, { ttftMs: { ...ttftMs, atLeast: { p50: 90 } } }))).toBeUndefined();
  });

  it('count from the newest, whatever order they are read in', () => {
    const { loads } = historyOf([loadOf(2, 1), loadOf(0, 1), loadOf(1, 1)]);
    expect(loads[0]?.runs.map(({ startedAt }) => startedAt)).toEqual([dayAt(2), dayAt(1), dayAt(0)]);
  });
});
