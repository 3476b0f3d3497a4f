import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';

/** Each starts the command line several times, which takes ten times as long beside other work. */
const timeout = 600_000;

type Service = Awaited<ReturnType<typeof serve>>;

const linesIn = (folder: string, file: string): readonly string[] =>
  readFileSync(join(folder, file), 'utf8').trim().split('\n');
const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
const verdictsIn = ({ findings }: Run): readonly string[] =>
  findings.map(({ check, verdict }) => `${check}: ${verdict.is}`);

const some = ['chat.bot*', 'speech.speed*', 'voices.*'].flatMap((glob) => ['--only', glob]);

function checking({ url, token, otherToken, provisioner }: Service): readonly string[] {
  const credentials = ['--target', url, '--token', token, '--other-token', otherToken, '--provisioner', provisioner];
  return ['check', ...credentials, ...some, '--seed', '7', '--concurrency', '2'];
}

/** Ends a run by a signal once a check is judged and a third of the exchanges are there, and goes on with it. */
async function resumedAfter(
  signal: 'SIGKILL' | 'SIGINT',
  service: Service,
  inAll: number,
): Promise<{ readonly folder: string; readonly sent: number; readonly said: CommandOutput }> {
  const folder = join(emptyFolder(), 'results');
  const running = startAssay([...checking(service), '--out', folder]);
  const written = (file: string): number => (existsSync(join(folder, file)) ? linesIn(folder, file).length : 0);
  await vi.waitFor(
    () => {
      expect(written('findings.ndjson')).toBeGreaterThan(1);
      expect(written('exchanges.ndjson')).toBeGreaterThan(inAll / 3);
    },
    { timeout: 60_000, interval: 20 },
  );
  running.child.kill(signal);
  await running.said;
  // What a kill may leave of a line that was being written.
  if (signal === 'SIGKILL')
    for (const file of ['findings.ndjson', 'exchanges.ndjson', 'journal.ndjson'])
      appendFileSync(join(folder, file), '{"id":"half a li');
  const sent = linesIn(folder, 'exchanges.ndjson').length;
  return { folder, sent, said: await assay([...checking(service), '--resume', folder]) };
}

describe.each([
  ['the valid service', 'SIGKILL', 0, []],
  ['one that takes a speed above 4 for 4', 'SIGINT', 1, ['--fault', 'speed-clamped']],
] as const)('a check of %s that was ended by %s', (_, signal, code, flags) => {
  it('comes to the same when it is resumed, and sends clearly less', { timeout }, async () => {
    const service = await serve('--delay', '400ms', ...flags);
    const whole = emptyFolder();
    await assay([...checking(service), '--concurrency', '16', '--out', whole]);
    const { folder, sent, said } = await resumedAfter(signal, service, linesIn(whole, 'exchanges.ndjson').length);
    await service.stop();
    const [run, uninterrupted] = [runIn(folder), runIn(whole)];
    expect({ code: said.code, err: said.err }).toEqual({ code, err: '' });
    expect(said.out.split('\n')[1]).toMatch(
      new RegExp(`^continues .*: \\d+ of ${run.plan.checks.length} checks judged, the rest costs at most \\d+ credits`),
    );
    expect(run).toMatchObject({ complete: true, exitCode: code, seed: 7, startedAt: expect.any(String) as string });
    expect(verdictsIn(run)).toEqual(verdictsIn(uninterrupted));
    expect(run.observations).toEqual(uninterrupted.observations);
    expect(run.pauses).toHaveLength(1);
    expect(run.spend.credits).toBeLessThanOrEqual(run.plan.atMost.credits);
    expect(schemaErrors('run', run)).toEqual([]);

    const all = linesIn(folder, 'exchanges.ndjson').map((line) => JSON.parse(line) as { id: string });
    const many = linesIn(whole, 'exchanges.ndjson').length;
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    // Half a line was taken away. What was under way was begun anew: no more than a few of so many probes.
    const torn = signal === 'SIGKILL' ? 1 : 0;
    expect(all.length - (sent - torn)).toBeLessThan(many - (sent - torn) / 2);
    expect(linesIn(folder, 'findings.ndjson')).toHaveLength(1 + run.plan.checks.length);

    await assay(['report', folder]);
    expect(runIn(folder)).toEqual(run);
  });
});

describe('a check whose time was over', () => {
  it('is gone on with, more than once, until all is judged', { timeout }, async () => {
    const service = await serve('--delay', '200ms');
    const out = emptyFolder();
    const check = [
      'check',
      '--target',
      service.url,
      '--token',
      service.token,
      '--only',
      'voices.*',
      '--only',
      'chat.bot*',
    ];
    const codes = [(await assay([...check, '--concurrency', '1', '--time', '700ms', '--out', out])).code];
    expect(runIn(out)).toMatchObject({ complete: false });
    codes.push((await assay([...check, '--resume', out, '--time', '1ms'])).code);
    expect(runIn(out)).toMatchObject({ complete: false });
    codes.push((await assay([...check, '--resume', out])).code);
    await service.stop();
    expect(codes).toEqual([2, 2, 0]);
    expect(runIn(out)).toMatchObject({ complete: true, counts: { fail: 0, inconclusive: 0 } });
    expect(runIn(out).pauses).toHaveLength(2);
  });
});

describe('assay check --resume', () => {
  let service: Service;
  const over = emptyFolder();
  const check = (...more: readonly string[]): Promise<CommandOutput> =>
    assay(['check', '--target', service.url, '--token', service.token, '--seed', '7', ...more]);
  beforeAll(async () => {
    service = await serve('--fault', 'voices-content-type-text');
    await check('--only', 'voices.*', '--out', over);
  });
  afterAll(() => service.stop());

  it('has nothing to do for a run that came to its end, and ends as that did', async () => {
    const before = runIn(over);
    for (const file of ['run.json', 'report.html']) rmSync(join(over, file));
    const { code, out, err } = await check('--only', 'voices.*', '--resume', over, '--out', over);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^nothing to resume: all \d+ checks of .* are judged\n/);
    expect(runIn(over)).toEqual({ ...before, endedAt: expect.any(String) as string });
    expect(existsSync(join(over, 'report.html'))).toBe(true);
  });

  it.each([
    ['another seed', ['--only', 'voices.*', '--seed', '8'], '--seed\n    then: 7\n    now: 8'],
    ['other checks', ['--only', 'voices.list/s*'], 'the checks (--only, --profile)'],
    ['another way to weigh', ['--only', 'voices.*', '--strict'], '--strict\n    then: false\n    now: true'],
    ['another bot', ['--only', 'voices.*', '--bot', 'b'], '--bot\n    then: none\n    now: b'],
    [
      'another header',
      ['--only', 'voices.*', '--header', 'X-A: 1'],
      'the names of --header\n    then: none\n    now: X-A',
    ],
    [
      'more tokens',
      ['--only', 'voices.*', '--other-token', 't'],
      'what was given\n    then: token\n    now: token, otherToken',
    ],
    ['another target', ['--only', 'voices.*', '--target', 'http://127.0.0.1:1'], 'the target\n    then: http'],
    ['another folder for results', ['--only', 'voices.*', '--out', emptyFolder()], 'takes no other --out'],
  ])('refuses %s, and touches nothing', async (_, flags, says) => {
    const files = (): readonly string[] => readdirSync(over).map((file) => readFileSync(join(over, file), 'utf8'));
    const before = files();
    const { code, err } = await check(...flags, '--resume', over);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining(says) as string });
    expect(files()).toEqual(before);
  });

  it('refuses what is not a run of check that goes on', { timeout }, async () => {
    const load = emptyFolder();
    writeFileSync(join(load, 'requests.ndjson'), '');
    const [fuzzed, embedded] = [emptyFolder(), emptyFolder()];
    const credentials = ['--target', service.url, '--token', service.token];
    await assay(['fuzz', ...credentials, '--only', 'speech.*', '--runs', '1', '--out', fuzzed]);
    await assay(['check', '--embedded', '--only', 'voices.*', '--out', embedded]);
    const errors = await Promise.all(
      [join(load, 'none'), load, fuzzed, embedded].map(async (folder) => {
        const { code, err } = await check('--only', 'voices.*', '--resume', folder);
        return `${code}: ${err}`;
      }),
    );
    expect(errors).toEqual([
      expect.stringMatching(/^3: .*is not a result folder of assay check: findings\.ndjson is not in it/),
      expect.stringMatching(/^3: .*is not a result folder of assay check: it holds a load run/),
      expect.stringMatching(/^3: .*holds a run of assay fuzz/),
      expect.stringMatching(/^3: .*holds a run of the embedded reference service/),
    ]);
  });
});
