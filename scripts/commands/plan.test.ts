import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlanView } from '../../reports/plan.ts';
import { durationText } from '../../reports/text/format.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

describe('assay plan', () => {
  it('tells what each family of checks sends and costs, and sends nothing', async () => {
    const cwd = emptyFolder();
    // Nothing listens there: had anything been sent, it would be said.
    const target = ['--target', 'http://127.0.0.1:1', '--token', 't'];
    const { code, out, err } = await assay(['plan', ...target, '--only', 'speech.speed/accepts-m*'], { cwd });
    expect({ code, err, files: readdirSync(cwd) }).toEqual({ code: 0, err: '', files: [] });
    expect(out).toBe(`plan for http://127.0.0.1:1: nothing is sent

        checks  likely requests  likely credits  credits at most
Speech       2                2               6                6
Total        2                2               6                6

At most 6 credits (0 chats, 2 speeches) for 2 probes.
Likely 2 requests and 6 credits, if the target refuses each invalid request.
To see how long it likely takes, give the time of one request: --round-trip 400ms

--verbose lists each probe, what it costs and the checks that share it
`);
  });

  it('has each check and each credit of a whole run in one row', async () => {
    const { out } = await assay(['plan']);
    const rows = out.split('\n').flatMap((line) => {
      const [, name = '', numbers = ''] = /^(\S.*?) {2,}([\d ]+)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, numbers: numbers.trim().split(/ +/).map(Number) }];
    });
    const total = rows.at(-1);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ name }) => name)).toContain('After failures');
    expect(out).toContain('\nAfter failures: the search for the smallest request that fails a generated\ncheck.');
    expect(total?.name).toBe('Total');
    expect(total?.numbers).toEqual(
      [0, 1, 2, 3].map((at) => rows.slice(0, -1).reduce((sum, { numbers }) => sum + (numbers[at] ?? 0), 0)),
    );
  });

  it('lists each probe with its cost and the checks that share it with --verbose', async () => {
    const { out } = await assay(['plan', '--only', 'speech.speed/accepts-m*', '--verbose']);
    expect(out).toContain(
      'speak {"speed":4}: likely 3 credits, at most 3 credits (0 chats, 1 speech)\n    speech.speed/accepts-maximum\n',
    );
    expect(out).not.toContain('--verbose');
  });

  it('tells what is likely from what is possible, where a right service refuses', async () => {
    const { out } = await assay(['plan', '--profile', 'quick', '--json']);
    const { likely, atMost, probes } = JSON.parse(out) as PlanView;
    expect(likely.credits).toBeLessThan(atMost.credits / 2);
    expect(likely).toMatchObject({
      requests: probes.reduce((sum, probe) => sum + probe.likely.requests, 0),
      credits: probes.reduce((sum, probe) => sum + probe.likely.credits, 0),
    });
  });

  it('says how long a run likely takes, from how long one request does', async () => {
    const { code, out } = await assay(['plan', '--profile', 'quick', '--round-trip', '400ms', '--json']);
    const { likely, likelyMs } = JSON.parse(out) as PlanView;
    expect(code).toBe(0);
    expect(likely.roundTrips).toBeGreaterThan(5);
    expect(likelyMs).toBe(400 * (3 + likely.roundTrips + Math.ceil(likely.requests / 64)));
    const few = await assay(['plan', '--profile', 'quick', '--round-trip', '400ms', '--concurrency', '4']);
    expect(few.out).toContain(
      `Likely ${durationText(400 * (3 + likely.roundTrips + Math.ceil(likely.requests / 4)))} of waiting for the target, for ${likely.roundTrips} requests one after another at least.`,
    );
  });

  it('says what is left out without a token', async () => {
    const { out } = await assay(['plan', '--target', 'http://127.0.0.1:1']);
    expect(out).toMatch(/\d+ checks not applicable: no token was given: --token or ASSAY_TOKEN/);
  });

  it('says so where --max-credits does not cover it, and plans the embedded service without a target', async () => {
    const { code, out } = await assay(['plan', '--only', 'speech.speed', '--max-credits', '5']);
    expect(code).toBe(0);
    expect(out).toContain('plan for the embedded reference service');
    expect(out).toContain('--max-credits 5 does not cover all of it');
  });

  it.each([
    [['plan', '--only', 'speech.sped'], 'speech.speed'],
    [['plan', '--profile', 'speach'], 'speech'],
    [['plan', '--target', ''], '--target is empty'],
    [['plan', '--tokn', 'x'], '--token'],
    [['plan', '--round-trip', 'soon'], '--round-trip is "soon", expected a duration such as 10s or 500ms'],
  ])('%j ends 3', async (args, hint) => {
    const { code, out, err } = await assay(args);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(hint);
  });
});
