import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProvisioner, type LeasingProvisioner } from '../../conformance/engine/provisioner/takes-back.testing.ts';
import { firstQuestion } from '../../conformance/model/probes/first-question.ts';
import { isConnectionLook } from '../../conformance/engine/connection-probe.ts';
import { isTokenLook } from '../../conformance/engine/token-probe.ts';
import type { Run } from '../../conformance/model/run.ts';
import {
  limitRefusedWith429,
  speechRefusedWith429,
} from '../../conformance/checks/metering/spending/steady-refusal.ts';
import { ownToken } from '../../conformance/checks/sessions/own-token.ts';
import { secondToken } from '../../conformance/checks/sessions/second-token.ts';
import type { PlanView } from '../../reports/plan.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { assay, emptyFolder, serve, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';

type Service = Pick<RunningService, 'url' | 'token' | 'otherToken' | 'provisioner'>;

const runIn = (folder: string): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
const flagsFor = ({ url, token, otherToken, provisioner }: Service): readonly string[] =>
  Object.entries({ target: url, token, 'other-token': otherToken, provisioner }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);

describe('assay check on a valid service', () => {
  let running: RunningService;
  let provisioner: LeasingProvisioner;
  let service: Service;
  /** One whole run, at which several tests look. */
  const [out, state] = [emptyFolder(), emptyFolder()];
  let said: CommandOutput;
  beforeAll(async () => {
    running = await startService();
    provisioner = await startProvisioner(running.provisioner);
    service = { ...running, provisioner: provisioner.url };
    const header = ['--header', 'X-Key: very-secret-value'];
    const env = { XDG_STATE_HOME: state, CI: '1' };
    said = await assay(['check', ...flagsFor(service), '--out', out, '--seed', '7', ...header], { env });
  }, 300_000);
  afterAll(async () => {
    await provisioner.close();
    await running.close();
  });

  it('ends 0, says each clause, and keeps everything', () => {
    expect({ code: said.code, err: said.err }).toEqual({ code: 0, err: '' });
    expect(said.out.split('\n')[0]).toBe(`check: ${service.url}`);
    expect(said.out).toMatch(/^✓ Speech +\d+ checks {2}§ 2\.5/m);
    expect(readdirSync(out).toSorted()).toEqual([
      'badge.svg',
      'exchanges.ndjson',
      'findings.ndjson',
      'journal.ndjson',
      'junit.xml',
      'report.html',
      'run.json',
      'summary.md',
    ]);
    expect(runIn(out)).toMatchObject({
      schema: 'assay.run/1',
      complete: true,
      embedded: false,
      seed: 7,
      exitCode: 0,
      target: service.url,
    });
  });

  it('fits one screen where nothing failed: a line for each family, counts, and the path of the report', () => {
    const run = runIn(out);
    // A pipe gets a progress line every few seconds.
    const lines = said.out
      .trimEnd()
      .split('\n')
      .filter((line) => !line.endsWith(' probes sent'));
    expect(lines.filter((line) => /^✓ [A-Z]\w+(?: \w+)? +\d+ checks/.test(line)).length).toBeGreaterThan(8);
    expect(lines).toContain(`report: ${out}/report.html`);
    expect(said.out).not.toContain('\u001B');
    // On a busy machine a stream may seem to come at once, which is a SHOULD, and is told, or cannot be judged.
    const isGreen = run.causes.length === 0;
    const green = /^✓ Pass: all \d+ MUST checks passed · \d+ passed(?:, 1 inconclusive)? · \d+ credits spent$/;
    expect(lines.at(-1)).toMatch(isGreen ? green : /^! Pass, with \d+ SHOULD failures?: /);
    expect(lines.length).toBeLessThan(24 + 14 * run.causes.length);
  });

  it('gives back all workspaces that it made, and nothing remains of what it remembered', () => {
    expect(provisioner.created.length).toBeGreaterThan(50);
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    // Those that every service starts with.
    expect(running.ledgers.all().filter(({ isClosed }) => !isClosed)).toHaveLength(3);
    const keys = join(state, 'assay', 'workspaces');
    expect(existsSync(keys) ? readdirSync(keys) : []).toEqual([]);
    expect(existsSync(join(out, 'workspaces.ndjson'))).toBe(false);
  });

  it('writes what the published schemas say', () => {
    const linesOf = (file: string): readonly unknown[] =>
      readFileSync(join(out, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    const [header, ...findings] = linesOf('findings.ndjson');
    expect(schemaErrors('run', runIn(out))).toEqual([]);
    expect(schemaErrors('run', header, '#/$defs/headerLine')).toEqual([]);
    expect(findings.flatMap((finding) => schemaErrors('finding', finding))).toEqual([]);
    expect(linesOf('exchanges.ndjson').flatMap((exchange) => schemaErrors('exchange', exchange))).toEqual([]);
    expect(linesOf('journal.ndjson').flatMap((each) => schemaErrors('journal-entry', each))).toEqual([]);
  });

  it('never spends more than it planned', () => {
    const { plan, spend } = runIn(out);
    expect(spend.credits).toBeGreaterThan(0);
    expect(spend.credits).toBeLessThanOrEqual(plan.atMost.credits);
  });

  it('is what assay plan says, and spends no more than that', async () => {
    const plan = JSON.parse((await assay(['plan', ...flagsFor(service), '--json'])).out) as PlanView;
    const run = runIn(out);
    const sent = readFileSync(join(out, 'exchanges.ndjson'), 'utf8').trim().split('\n');
    const exchanges = sent.map((line) => JSON.parse(line) as Parameters<typeof isTokenLook>[0]);
    const names = new Set(exchanges.flatMap((each) => (isTokenLook(each) || isConnectionLook(each) ? [] : each.probe)));
    expect(schemaErrors('plan', plan)).toEqual([]);
    expect(plan.atMost).toEqual(run.plan.atMost);
    expect(run.spend.credits).toBeLessThanOrEqual(plan.atMost.credits);
    // What a probe may ask for besides is planned for the worst, and this service gives no cause for it; nor for what a
    // larger request stands for, which is planned as unlikely.
    const proofs = [limitRefusedWith429, speechRefusedWith429].map(({ probe }) => probe.name);
    const planned = plan.probes.filter(({ name }) => !proofs.includes(name));
    // What is tried before the run costs nothing, and is no probe of a check.
    const asked = [...names].filter((name) => [firstQuestion, ownToken, secondToken].every((p) => p.name !== name));
    expect(planned.map(({ name }) => name)).toEqual(expect.arrayContaining(asked));
    const unsent = planned.filter(({ name }) => !names.has(name));
    expect(unsent.filter(({ likely }) => likely.requests > 0)).toEqual([]);
    expect(unsent.length).toBeLessThan(0.1 * planned.length);
  });

  it('keeps no secret in any file, nor says one', () => {
    const files = readdirSync(out).map((file) => readFileSync(join(out, file), 'utf8'));
    expect(files).toHaveLength(8);
    const all = [said?.out, said?.err, ...files].join('\n');
    for (const secret of [service.token, service.otherToken, 'very-secret-value']) expect(all).not.toContain(secret);
  });

  it('judges only what needs no token where there is none, and says what the rest needs', async () => {
    const folder = emptyFolder();
    const { code } = await assay(['check', '--target', service.url, '--out', folder]);
    const { counts, findings, spend } = runIn(folder);
    expect({ code, credits: spend.credits, fail: counts.fail, inconclusive: counts.inconclusive }).toEqual({
      code: 0,
      credits: 0,
      fail: 0,
      inconclusive: 0,
    });
    const open = findings.find(({ check }) => check === 'voices.list/needs-no-token');
    expect(open?.verdict).toEqual({ is: 'pass' });
    const speech = findings.find(({ check }) => check === 'speech.speed/accepts-maximum');
    expect(speech?.verdict).toEqual({
      is: 'notApplicable',
      because: 'no token was given: --token or ASSAY_TOKEN',
      about: { is: 'missing', what: 'token', name: 'token', advice: '--token or ASSAY_TOKEN' },
    });
  });

  it('ends 2 where a required profile was not judged', async () => {
    const { code } = await assay(['check', '--target', service.url, '--require', 'speech', '--out', emptyFolder()]);
    expect(code).toBe(2);
  });

  it('sends only what was asked for', async () => {
    const folder = emptyFolder();
    const { code } = await assay(['check', ...flagsFor(service), '--only', 'voices.*', '--out', folder]);
    const lines = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').trim().split('\n');
    const exchanges = lines.map((line) => JSON.parse(line) as { readonly probe: string; readonly operation: string });
    const sent = exchanges.filter(({ probe }) => probe !== firstQuestion.name);
    expect(code).toBe(0);
    expect(exchanges.length - sent.length).toBe(2);
    expect(new Set(sent.map(({ operation }) => operation))).toEqual(new Set(['voices']));
  });

  it('takes its settings from assay.yaml too, secrets by reference', async () => {
    const cwd = emptyFolder();
    writeFileSync(
      join(cwd, 'assay.yaml'),
      `target: ${service.url}\ntoken: \${STAGING_TOKEN}\nonly: ['speech.speed/accepts-m*']\nout: results\n`,
    );
    const { code } = await assay(['check'], { cwd, env: { STAGING_TOKEN: service.token } });
    expect(code).toBe(0);
    expect(runIn(join(cwd, 'results')).counts.pass).toBe(2);
  });

  it('writes plain text into a pipe, and colours where they are forced', async () => {
    const only = ['check', '--target', service.url, '--only', 'voices.*'];
    expect((await assay(only)).out).not.toContain('\u001B');
    expect((await assay(only, { env: { FORCE_COLOR: '1' } })).out).toContain('\u001B');
    expect((await assay(only, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain('\u001B');
  });
});

describe('assay check on a wrong service', () => {
  it('ends 1 and says what to fix, with the curl line', async () => {
    const service = await serve('--fault', 'speed-clamped');
    const folder = emptyFolder();
    const { code, out } = await assay(['check', ...flagsFor(service), '--only', 'speech.speed/*', '--out', folder]);
    await service.stop();
    expect(code).toBe(1);
    expect(out).toContain('✗ speech.speed/rejects-above-maximum');
    expect(out).toMatch(/expected {2}a refusal, any 4xx\n {4}observed {2}status 200/);
    expect(out).toContain(`-H 'Authorization: Bearer '"\${ASSAY_TOKEN}"`);
    expect(runIn(folder)).toMatchObject({ exitCode: 1 });
  });

  it('counts a failed SHOULD only with --strict', async () => {
    const service = await serve('--fault', 'voice-doubled');
    const check = ['check', '--target', service.url, '--only', 'voices.*'];
    const codes = [(await assay(check)).code, (await assay([...check, '--strict'])).code];
    await service.stop();
    expect(codes).toEqual([0, 1]);
  });
});

describe('assay check without a target', () => {
  it('checks the embedded service, and says so on its first line', async () => {
    const { code, out } = await assay(['check', '--only', 'voices.*']);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toContain('check: the embedded reference service (');
  });
  it('is not green by a forgotten variable in CI', async () => {
    const { code, err } = await assay(['check'], { env: { CI: 'true' } });
    expect(code).toBe(3);
    expect(err).toContain('in CI the embedded reference service needs --embedded');
    expect((await assay(['check', '--embedded', '--only', 'voices.*'], { env: { CI: 'true' } })).code).toBe(0);
    const others = { ASSAY_TARGET: 'http://127.0.0.1:1', ASSAY_TOKEN: 'of another service' };
    expect((await assay(['check', '--embedded', '--only', 'auth.bearer/*'], { env: others })).code).toBe(0);
  });
  it('takes an empty target for a mistake', async () => {
    expect((await assay(['check', '--target', ''])).code).toBe(3);
    expect((await assay(['check'], { env: { ASSAY_TARGET: '' } })).code).toBe(3);
  });
});

describe('assay check on a target that is not there', () => {
  it.each([
    ['http://127.0.0.1:1', 'connection refused'],
    ['http://no-such-host.invalid', 'host name not found'],
  ])('ends 2 for %s', async (target, because) => {
    const { code, out, err } = await assay([
      'check',
      '--target',
      target,
      '--token',
      'a-token-of-nobody',
      '--only',
      'chat.request',
    ]);
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(out).toContain(because);
  });
});

describe('assay check when it is interrupted', () => {
  // The first of them is judged within seconds, all of them are not.
  const someClauses = ['--only', 'chat.bot', '--only', 'stream.*'];

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s it ends %i with what it found', async (signal, expected) => {
    const service = await serve('--variant', 'slow');
    const folder = join(emptyFolder(), 'results');
    const running = startAssay(['check', ...flagsFor(service), '--concurrency', '1', ...someClauses, '--out', folder]);
    await running.untilOutput('✓');
    running.child.kill(signal);
    const { code, err } = await running.said;
    await service.stop();
    expect({ code, err }).toEqual({ code: expected, err: '' });
    const run = runIn(folder);
    expect(run).toMatchObject({ complete: false, exitCode: expected });
    expect(run.findings.length).toBeGreaterThan(0);
    expect(run.findings.length).toBeLessThan(run.plan.checks.length);
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
  });

  it('loses nothing to a kill: assay report derives the rest', async () => {
    const service = await serve('--variant', 'slow');
    const folder = join(emptyFolder(), 'results');
    const running = startAssay(['check', ...flagsFor(service), '--concurrency', '1', ...someClauses, '--out', folder]);
    await running.untilOutput('✓');
    running.child.kill('SIGKILL');
    await running.said;
    await service.stop();
    const { code } = await assay(['report', folder]);
    expect(code).toBe(0);
    expect(runIn(folder)).toMatchObject({ complete: false, exitCode: 130 });
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
  });
});
