import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import type { Load } from '../../load/verdict/load.ts';
import { readRequests } from '../../load/records/reading.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';

const brief = ['--arrivals', 'constant', '--rate', '10', '--duration', '2s', '--warmup', '200ms', '--seed', '1'];

function loadIn(folder: string): Load {
  return JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
}

describe('a mistake that can be told before anything is sent ends 3', () => {
  const trace = (content: string): string => {
    const path = join(emptyFolder(), 'trace.ndjson');
    writeFileSync(path, content);
    return path;
  };
  it.each([
    [['stream', '--trace', trace('{"atMs": 1}\n{"atMs": "soon"}\n')], 'trace.ndjson, line 2: atMs is "soon"'],
    [['stream', '--trace', 'no-such-file'], '--trace no-such-file cannot be read'],
    [['stream', '--slo', 'ttft'], '--slo: '],
    [['stream', '--duration', '9s', '--until', 'ttft.p99'], '--until: "ttft.p99" is not a quantile with its precision'],
    [['stream', '--until', 'ttft.p99±2%'], '--until: it needs --duration too, the longest that the run may take'],
    [
      ['capacity', '--slo', 'ttft.p95<1s', '--duration', '9s', '--until', 'ttft.p99±2%'],
      '--until: capacity has no fixed rate throughout; stream, chat, speech, voices, mixed, soak have',
    ],
    [['conversation', '--duration', '9s', '--until', 'ttft.p99±2%'], '--until: conversation has no fixed rate'],
    [['stream', '--slo', 'ttft.p95<0ms'], '--slo: ttft.p95<0ms can never be met: nothing takes less than no time'],
    [['stream', '--slo', 'e2e.p50<=0s'], '--slo: e2e.p50<=0ms can never be met: no answer takes no time'],
    [['speech', '--slo', 'rtf.p95<=0'], '--slo: rtf.p95<=0 can never be met'],
    [['stream', '--slo', 'wrong<0%'], 'no share is below 0; expected wrong<=0%'],
    [['stream', '--slo', 'goodput>100%'], 'no share is above 100 %; expected goodput>=100%'],
    [['stream', '--slo', 'rtf.p95<1'], '--slo: rtf.p95<1 is of speech, and this load stream sends none'],
    [
      ['stream', '--slo', 'ttfb.p95<1s'],
      '--slo: ttfb.p95<1000ms is of answers that are no streams, and this load stream sends none',
    ],
    [['mixed', '--mix', 'stream=1', '--slo', 'audio>1/s'], '--slo: audio>1/s is of speech'],
    [
      ['chat', '--slo', 'e2e.p50<1s, ttft.p95<1s'],
      'ttft.p95<1000ms is of streams, and this load chat sends none: it would not be measured; expected bounds on ttfb, e2e, lag, failures',
    ],
    [['chat', '--duration', '9s', '--until', 'gap.p50±9%'], '--until: gap is of streams'],
    [['spike', '--rate', '10', '--peak', '5'], '--peak is 5 and --rate 10: load spike rises from --rate to --peak'],
    [['mixed', '--mix', 'steam=1'], '--mix is "steam=1", expected weights'],
    [['capacity'], 'load capacity needs --slo'],
    [['chat', '--max-credits', '0'], '--max-credits 0 covers no request; raise it'],
    [
      ['stream', '--max-credits', '4'],
      '--max-credits 4, less 4 to learn how the bot replies, covers no request; raise it',
    ],
    [['stream', '--content', 'delta..text'], '--content: "delta..text" tells no reply text; expected'],
    [['stream', '--rate', '0.01', '--duration', '1ms', '--seed', '1'], 'the schedule has no request'],
    [
      ['stream', '--rate', '1000000000', '--duration', '1s'],
      'would have up to 1000000000 requests, expected at most 5000000',
    ],
    // Its own duration is half an hour.
    [['soak', '--rate', '10000'], 'would have up to 18000000 requests, expected at most 5000000'],
    [['conversation', '--rate', '50000'], 'would have up to 6000000 requests'],
    [
      ['stream', '--rate', '5', '--duration', '60s', '--max-credits', '30', '--seed', '1'],
      '--max-credits 30, less 7 to learn how the bot replies, covers 23 of 286 requests, all of them within the warm-up of 10s',
    ],
    [
      ['stream', '--duration', '2s', '--warmup', '10s'],
      '--warmup is 10s and leaves nothing of the whole run of stream',
    ],
    [
      ['capacity', '--duration', '8s', '--steps', '4', '--warmup', '2s', '--slo', 'failures<1%'],
      '--warmup is 2s and leaves nothing of each of the 4 steps of capacity to measure, 2s',
    ],
    [['sweep', '--concurrency', '4,2'], '--concurrency: "4,2" are not levels; expected rising numbers'],
    [['sweep', '--concurrency', '1,2', '--rate', '5'], '--rate is for an open load; load sweep is a closed loop'],
    [['stream', '--concurrency', '1,2'], '--concurrency is for load sweep; stream is an open load'],
    [['sweep', '--trace', trace('{"atMs": 1}\n')], 'load sweep is a closed loop'],
    [
      ['sweep', '--concurrency', '1,8', '--duration', '2s', '--warmup', '2s'],
      '--warmup is 2s and leaves nothing of the level of 1 user to measure, 2s with its end',
    ],
    [['conversation', '--audit'], '--audit: conversation cannot be audited; stream, chat, speech'],
    [['stream', '--audit', '--warmup', '0s'], '--audit: the repeated messages are first sent in the warm-up'],
    [['sweep', '--mix', 'speech=1', '--max-credits', '2'], '--max-credits 2 covers no request; raise it'],
  ])('%j', async (args, says) => {
    const cwd = emptyFolder();
    const { code, out, err } = await assay(['load', ...args], { cwd });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(says);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('a dry run', () => {
  it('prints schedule, cost and command, without the token, and sends nothing', async () => {
    const cwd = emptyFolder();
    const target = ['--target', 'http://127.0.0.1:9', '--token', 'tok-1', '--header', 'X-Key: key-2'];
    const flags = [...target, '--max-credits', '10', '--dry-run'];
    const { code, out } = await assay(['load', 'speech', ...brief, ...flags], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('3 requests in 300 ms');
    expect(out).toContain('cost: at most 9 credits of --max-credits 10, which covers 3 of 20 requests');
    expect(out).toContain('ASSAY_TARGET=http://127.0.0.1:9');
    expect(out).toContain('ASSAY_TOKEN="$ASSAY_TOKEN"');
    expect(out).toMatch(/k6 run .*speech\.js/);
    expect(out).not.toMatch(/tok-1|key-2/);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

it('says before anything is sent that a step of a step load is too short for its SLO', async () => {
  const say = async (slo: string): Promise<string> =>
    (await assay(['load', 'capacity', '--dry-run', '--seed', '1', '--arrivals', 'constant', '--slo', slo])).out;
  expect(await say('ttft.p99<1s, failures<1%')).toContain(
    'the step of 5 a second has 40 requests after its warm-up, and ttft.p99<1000ms needs 100: it cannot be judged',
  );
  expect(await say('ttft.p95<1s, gap.p99<1s')).not.toContain('cannot be judged');
});

describe.skipIf(k6IsMissing)('load', { timeout: 120_000 }, () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ pace: { firstEventMs: 5, gapMs: 2, events: 3 } });
  });
  afterAll(() => service.close());

  async function load(args: readonly string[]): Promise<CommandOutput & { readonly folder: string }> {
    const folder = join(emptyFolder(), 'results');
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    return { ...(await assay(['load', ...args, ...target], { cwd: emptyFolder() })), folder };
  }

  it('ends with the verdict about the instrument, the SLO and the folder, and exits as they say', async () => {
    const { code, out, folder } = await load([
      'stream',
      ...brief,
      '--slo',
      'failures<90%, ttft.p50<0.01ms',
      '--canary',
    ]);
    const { validity, slo, canary } = loadIn(folder);
    expect(out).toContain(`Instrument ${validity?.is}`);
    expect(out).toMatch(/failures<90%\s+\S+ (met|inconclusive)/);
    expect(out).toContain(`report: ${folder}/report.html`);
    // A busy machine may make the measurement invalid, whose SLO is then inconclusive.
    expect([slo?.is, code]).toEqual(validity?.is === 'valid' ? ['violated', 1] : ['inconclusive', 2]);
    expect(canary?.events).toBe(90);
  });

  it('ends where the credits do, and says so before it begins', async () => {
    const { out, folder } = await load([
      'stream',
      ...brief,
      '--content',
      'text',
      '--max-credits',
      '7',
      '--label',
      'v2',
    ]);
    expect(out).toContain('--max-credits 7, less 2 to learn how the bot replies, covers 5 of 20 requests');
    expect(loadIn(folder)).toMatchObject({
      label: 'v2',
      complete: true,
      counts: { planned: 5, recorded: 5 },
      credits: 5,
    });
  });

  it('keeps credits to learn which events carry text of the reply, and says what it learned', async () => {
    const { code, out, folder } = await load([
      'stream',
      ...brief,
      '--warmup',
      '0s',
      '--max-credits',
      '13',
      '--slo',
      'failures<90%',
    ]);
    expect(out).toContain('--max-credits 13, less 7 to learn how the bot replies, covers 6 of 20');
    expect(out).toContain(
      'load: rule for events with text (--content): text (learned from 2 streams and 1 of another message, certain: ',
    );
    const { settings, counts, ttftMs, ttfeMs, validity } = loadIn(folder);
    expect(settings).toMatchObject({ content: 'text', warmupMs: 0 });
    expect([counts.measured, ttftMs.n, ttfeMs.n]).toEqual([6, 6, 6]);
    expect(code).toBe(validity?.is === 'valid' ? 0 : 2);
  });

  it('claims no time to a first token where none can be learned, and says what to give', async () => {
    const deaf = await startService({
      pace: { firstEventMs: 5, gapMs: 2, events: 3 },
      behaviour: { eventsOf: (pieces) => pieces.map((_, place) => ({ data: JSON.stringify({ place }) })) },
    });
    try {
      const folder = join(emptyFolder(), 'results');
      const target = ['--target', deaf.url, '--token', deaf.token, '--bot', 'support', '--out', folder];
      const { code, out } = await assay(['load', 'stream', ...brief, '--slo', 'ttft.p50<9s, ttfe.p50<9s', ...target]);
      expect(out).toContain('load: TTFT is not reported: nothing in 3 streams, joined, gives the words');
      const { slo, ttftMs, ttfeMs, validity } = loadIn(folder);
      expect([code, ttftMs.n, ttfeMs.n]).toEqual([2, 0, 18]);
      const [ofToken, ofEvent] = slo?.bounds ?? [];
      expect([ofToken?.is, ofEvent?.is]).toEqual(['inconclusive', validity?.is === 'valid' ? 'met' : 'inconclusive']);
      expect(out).toMatch(/--content event=token or --content delta\.text/);
    } finally {
      await deaf.close();
    }
  });

  it('tells nothing of an earlier run of the same folder', async () => {
    const folder = join(emptyFolder(), 'results');
    mkdirSync(folder);
    for (const name of ['gate.json', 'canary.ndjson', 'calibration.json', 'charging.json', 'samples.json'])
      writeFileSync(join(folder, name), '{}');
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', folder];
    const flags = [...brief, '--no-canary', ...target];
    await assay(['load', 'stream', ...flags], { cwd: emptyFolder(), env: { XDG_STATE_HOME: emptyFolder() } });
    expect(loadIn(folder).counts.recorded).toBe(20);
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['gate.json']));
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['canary.ndjson']));
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['calibration.json']));
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['charging.json']));
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['samples.json']));
  });

  it('follows a trace, sending its bodies', async () => {
    const trace = join(emptyFolder(), 'trace.ndjson');
    const lines = [{ atMs: 0 }, { atMs: 250, operation: 'voices' }, { atMs: 900, operation: 'chat' }];
    writeFileSync(trace, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { folder } = await load(['stream', '--trace', trace, '--warmup', '1ms']);
    const { records } = readRequests(readFileSync(join(folder, 'requests.ndjson'), 'utf8'));
    expect(records.map(({ intended, operation }) => [intended, operation])).toEqual([
      [0, 'stream'],
      [250, 'voices'],
      [900, 'chat'],
    ]);
  });

  it('stops at a 402 with "credits exhausted", and keeps its records', async () => {
    const poor = await startService({ pace: { firstEventMs: 5, gapMs: 2, events: 3 } });
    try {
      const made = await fetch(poor.provisioner, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'credit-balance', credits: 4 }),
      });
      const { token } = (await made.json()) as { readonly token: string };
      const folder = join(emptyFolder(), 'results');
      const target = ['--target', poor.url, '--token', token, '--bot', 'support', '--out', folder];
      const { code, out } = await assay(['load', 'stream', ...brief, '--content', 'text', ...target]);
      expect({ code, stopped: out.includes('stopped: credits exhausted') }).toEqual({ code: 2, stopped: true });
      const { records } = readRequests(readFileSync(join(folder, 'requests.ndjson'), 'utf8'));
      // Two of its credits went to learn whether the bot repeats.
      expect(records.filter(({ outcome }) => outcome === 'ok')).toHaveLength(2);
      expect(records.some(({ status }) => status === 402)).toBe(true);
      expect(records.length).toBeLessThan(20);
      expect(existsSync(join(folder, 'report.html'))).toBe(true);
    } finally {
      await poor.close();
    }
  });

  it('becomes one run again where two folders hold its segments', async () => {
    const { folder } = await load(['stream', ...brief]);
    const lines = readFileSync(join(folder, 'requests.ndjson'), 'utf8').trim().split('\n');
    const [head = '', ...records] = lines;
    const instrument = readFileSync(join(folder, 'instrument.json'), 'utf8');
    const parts = ['0:1/2', '1/2:1'].map((segment, place) => {
      const part = join(emptyFolder(), `part-${place}`);
      mkdirSync(part);
      const header = JSON.stringify({ ...(JSON.parse(head) as object), segment });
      const mine = records.filter((_, index) => index % 2 === place);
      writeFileSync(join(part, 'requests.ndjson'), `${[header, ...mine].join('\n')}\n`);
      writeFileSync(join(part, 'instrument.json'), instrument);
      return part;
    });
    const merged = join(emptyFolder(), 'merged');
    const { code } = await assay(['report', ...parts, '--out', merged]);
    expect(code).toBe(0);
    const [whole, again] = [loadIn(folder), loadIn(merged)];
    expect(again).toMatchObject({ complete: true, counts: whole.counts, ttftMs: whole.ttftMs, lagMs: whole.lagMs });
    const kept = readFileSync(join(merged, 'requests.ndjson'), 'utf8').trim().split('\n').slice(1);
    expect(new Set(kept)).toEqual(new Set(records));
  });
});
