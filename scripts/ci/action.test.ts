import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { selectChecks } from '../../conformance/model/select.ts';
import { everyCheck } from '../../conformance/every.ts';
import { k6Path } from '../../load/runner/ensure-k6.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { emptyFolder, serve, serveApart } from '../testing/run-assay.testing.ts';
import {
  action,
  checkedOut,
  filledIn,
  workflowCommandsIn,
  root,
  runAction,
  type ActionRun,
  type ActionStep,
} from './runner.testing.ts';

/** One check-out of the action serves all: its first step installs it there. */
let actionPath = '';
let install: ActionRun | undefined;

const run = (inputs: Readonly<Record<string, string>>): Promise<ActionRun> =>
  runAction({ actionPath, inputs, workspace: emptyFolder(), installed: install !== undefined });

const annotationsOf = ({ commands }: ActionRun): readonly string[] =>
  commands
    .filter(({ name }) => name === 'error' || name === 'warning')
    .map(({ name, properties }) => `${name} ${properties['title']}`);

/** What may be obeyed of a whole run, whatever the target says. */
const ownCommands = ['remove-matcher', 'stop-commands', 'error', 'warning'];

/** The inputs of the step in the README. */
function stepInReadme(): Readonly<Record<string, string>> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, text = ''] = /```yaml\n(- uses: your-organisation[\s\S]*?)```/.exec(readme) ?? [];
  const [step] = parse(text) as readonly ActionStep[];
  return step?.with ?? {};
}

const someSpeech = 'speech.speed, voices.list';

describe('action.yml', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    actionPath = checkedOut();
    install = await run({ target: '' });
  }, 180_000);

  it('takes an empty target for a usage error, with what to do in the annotation and in the summary', () => {
    expect(install).toMatchObject({
      code: 3,
      outputs: { 'exit-code': '3', verdict: 'usage-error' },
      summary: expect.stringContaining('ASSAY_TARGET is empty, expected the base URL of the service') as string,
    });
    const { commands = [] } = install ?? {};
    expect(commands.filter(({ name }) => name === 'error')).toMatchObject([
      { properties: { title: 'assay check: usage error' } },
    ]);
    expect(commands.at(-1)?.data).toContain('ASSAY_TARGET is empty, expected the base URL of the service');
  });

  it.each(['token', 'other-token', 'provisioner'])('takes an empty %s for a secret that is missing', async (name) => {
    const { code, log } = await run({ target: 'http://127.0.0.1:1', [name]: '' });
    expect(code).toBe(3);
    expect(log).toContain(`ASSAY_${name.toUpperCase().replace('-', '_')} is empty`);
  });

  it('is green for a valid service with the inputs that the README shows, and keeps the results', async () => {
    const { url, token, stop } = await serve();
    const known = { 'vars.STAGING_URL': url, 'secrets.STAGING_TOKEN': token };
    const shown = filledIn(stepInReadme(), new Map(Object.entries(known)));
    expect(shown).toMatchObject({ target: url, token });
    const green = await run(shown);
    await stop();
    expect(green).toMatchObject({ code: 0, outputs: { 'exit-code': '0', verdict: 'passed' } });
    expect(green.summary).toMatch(/^## ! Partial: \d+ of \d+ MUST checks judged, no \S.* given; all of them passed/);
    // On a busy machine a stream may seem to come at once, which is a SHOULD.
    expect(annotationsOf(green).filter((title) => title.startsWith('error'))).toEqual([]);
    const report = green.outputs['report'] ?? '';
    expect(report).toBe(join(green.workspace, 'assay-results'));
    expect(readdirSync(join(report, 'check'))).toEqual(expect.arrayContaining(['report.html', 'run.json']));
    expect(green.used.at(-1)).toMatchObject({ uses: 'actions/upload-artifact@v7', with: { path: report } });
  });

  it('is red for one with a mistake: an annotation for each cause, and the results all the same', async () => {
    const { url, token, stop } = await serve('--fault', 'speed-clamped');
    const red = await run({ target: url, token, only: someSpeech });
    await stop();
    expect(red).toMatchObject({ code: 1, outputs: { 'exit-code': '1', verdict: 'failed' } });
    expect(annotationsOf(red)).toContain('error speech.speed/rejects-above-maximum (MUST)');
    const { data } = red.commands.find(({ name }) => name === 'error') ?? { data: '' };
    expect(data).toMatch(/\n {2}expected .*\n {2}observed /);
    expect(red.summary).toMatch(/^### \d+ failed checks?/m);
    expect(red.used.map(({ uses }) => uses)).toContain('actions/upload-artifact@v7');
    for (const said of [red.log, red.summary]) expect(said).not.toContain(token);
  });

  it('adds what it found to a history, and shows it in the summary, after a failure too', async () => {
    const history = join(emptyFolder(), 'history');
    const runs = [];
    const faults = [[], ['--fault', 'voices-as-objects']];
    for (const [at, flags] of faults.entries()) {
      const { url, token, stop } = await serve(...flags);
      runs.push(await run({ target: url, token, only: 'voices.*', history, label: `v${at + 1}` }));
      await stop();
    }
    expect(runs.map(({ code }) => code)).toEqual([0, 1]);
    expect(runs[1]?.summary).toMatch(/<details><summary>History<\/summary>\s*## History: 2 runs, /);
    const page = readFileSync(join(history, 'history.html'), 'utf8');
    expect([page.includes('v1'), page.includes('v2')]).toEqual([true, true]);
    expect(annotationsOf(runs[0] as ActionRun).filter((title) => title.includes('history'))).toEqual([]);
  });

  it('goes on after a failure, ends with the worst code and tells of all; after a mistake it stops', async () => {
    const { url, token, stop } = await serve('--fault', 'voices-as-objects');
    const both = await run({ target: url, token, only: 'voices.*', fuzz: '1s' });
    const mistake = await run({ target: url, token, profile: 'no-such', fuzz: '1s' });
    await stop();
    expect(both).toMatchObject({ code: 1, outputs: { verdict: 'failed' } });
    // On a busy machine a second may be too short for fuzz to judge everything.
    expect(both.summary).toMatch(/^## ✗ Fail[\s\S]*\n## [!?]/);
    expect(mistake).toMatchObject({ code: 3, outputs: { verdict: 'usage-error' } });
    expect(readdirSync(mistake.workspace)).toEqual([]);
  });

  it('is not green for a target that does not answer', async () => {
    const gone = await run({ target: 'http://127.0.0.1:1', only: 'voices.*' });
    expect(gone).toMatchObject({ code: 2, outputs: { 'exit-code': '2', verdict: 'inconclusive' } });
    const publicOnes = selectChecks(everyCheck, { only: ['voices.*'] }).filter(({ probe }) => probe.needs.length === 0);
    expect(annotationsOf(gone)).toEqual([`warning ${publicOnes.length} checks could not be judged`]);
    expect(gone.summary).toContain('connection refused');
  });

  it('obeys nothing that a target says', async () => {
    const attack = '\r\n::add-mask::pwned\r\n ::set-output name=exit-code::0 ##[add-mask]pwned %0A::error::pwned';
    const body = JSON.stringify({ voices: [attack], error: { code: attack, message: attack }, botId: attack });
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(request.url?.endsWith('tts') === true ? 500 : 200, {
        'content-type': 'application/json ##[add-mask]pwned ::error::pwned',
      });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const hostile = await run({ target: `http://127.0.0.1:${port}`, token: 'token-of-nobody', only: someSpeech });
    server.close();
    expect(hostile).toMatchObject({ code: 1, outputs: { 'exit-code': '1', verdict: 'failed' } });
    // The log shows what the target said, so that the runner had it before its eyes.
    expect(hostile.log).toContain('pwned');
    expect(hostile.commands.filter(({ name }) => !ownCommands.includes(name))).toEqual([]);
    // Those of its own have a title; one that the target made would not.
    expect(annotationsOf(hostile).length).toBeGreaterThan(0);
    expect(annotationsOf(hostile).filter((title) => /undefined|pwned/.test(title))).toEqual([]);
  });

  it('keeps what was found by then when the runner cancels it', async () => {
    const { url, token, stop } = await serve('--variant', 'slow');
    const [folder, outputs] = [emptyFolder(), join(emptyFolder(), 'output')];
    const env = { ...process.env, INPUT_TARGET: url, INPUT_TOKEN: token, INPUT_OUT: folder, GITHUB_OUTPUT: outputs };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'action.ts')], { env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    await vi.waitUntil(() => said.includes('✓'), { timeout: 60_000 });
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('close', resolve));
    await stop();
    expect(code).toBe(130);
    expect(readFileSync(outputs, 'utf8')).toBe(`exit-code=130\nverdict=interrupted\nreport=${folder}\n`);
    const check = join(folder, 'check');
    expect(readdirSync(check)).toContain('findings.ndjson');
    // On a machine with much other work there may be no time left for the reports, which is said.
    expect(said.includes('assay report') || readdirSync(check).includes('report.html')).toBe(true);
  });

  it.skipIf(k6IsMissing)(
    'times a scenario behind the check, with the k6 that it keeps by the hash of its sources, and compares it',
    async () => {
      const inputs = { only: 'voices.*', load: 'stream', rate: '20', duration: '4s' };
      const timed = async (firstEvent: string, more: Readonly<Record<string, string>>): Promise<ActionRun> => {
        const { url, token, stop } = await serveApart('--first-event', firstEvent, '--gap', '50ms', '--events', '3');
        const result = await run({ target: url, token, ...inputs, ...more });
        await stop();
        return result;
      };
      const fast = await timed('100ms', { slo: 'ttft.p50<50ms' });
      const baseline = join(fast.outputs['report'] ?? '', 'load');
      const slow = await timed('200ms', { baseline, 'fail-if': 'ttft.p50>+20%' });
      // On a machine with other work a measurement may be invalid: its bounds are inconclusive, and it is not compared.
      const isValid = ({ log }: ActionRun): boolean => log.includes('Instrument valid');
      expect(fast.code).toBe(isValid(fast) ? 1 : 2);
      expect(annotationsOf(fast)[0]).toMatch(
        isValid(fast)
          ? /^error load stream: an SLO bound is violated$/
          : /^warning load stream: the measurement is invalid/,
      );
      expect(slow.code).toBe(isValid(slow) ? (isValid(fast) ? 1 : 3) : 2);
      expect(slow.log.includes('not compared')).toBe(!isValid(slow));
      const exceeded = annotationsOf(slow).includes('error load stream against the baseline: exceeded');
      expect(exceeded).toBe(isValid(fast) && isValid(slow));
      expect(JSON.parse(readFileSync(join(baseline, 'load.json'), 'utf8'))).toMatchObject({ gate: { is: 'pass' } });
      const [restored, , saved] = fast.used.filter(({ uses }) => !uses.includes('setup-node'));
      expect(restored?.with['path']).toBe(dirname(await k6Path({ env: process.env })));
      expect(restored?.with['key']).toMatch(/^assay-k6-[0-9a-f]{16}$/);
      expect(saved).toEqual({ uses: 'actions/cache/save@v5', with: restored?.with });
    },
    120_000,
  );

  it('lets no input become a part of a script', () => {
    const scripts = action.runs.steps.map((step) => step.run ?? '');
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('runs no shell text that stands in an input', async () => {
    const text = '"; touch pwned; echo "$(touch pwned)`touch pwned`';
    const { code, workspace, log } = await run({ target: 'http://127.0.0.1:1', profile: text, out: 'results' });
    expect(code).toBe(3);
    expect(log).toContain('no profile is called');
    expect(existsSync(join(workspace, 'pwned'))).toBe(false);
  });

  it.each([
    [{ strict: 'yes' }, 'strict is "yes", expected true, false or http'],
    [{ rate: '5', slo: 'ttft.p95<1s' }, 'rate, slo given without load'],
    [{ load: 'stream', 'fail-if': 'ttft.p95>+5%' }, 'fail-if is given without baseline'],
    [{ load: 'stream', baseline: 'no-such' }, 'is not a result folder of a load run'],
    [{ check: 'false' }, 'there is nothing to do'],
  ])('says what is wrong with %j before anything is sent', async (inputs, says) => {
    const { code, commands, summary } = await run({ target: 'http://127.0.0.1:1', ...inputs });
    expect(code).toBe(3);
    expect(commands.at(-1)?.data).toContain(says);
    expect(summary).toContain(says);
  });

  it('heeds no command while a text of others is printed, even one without a line end', async () => {
    const orders = '::add-mask::pwned\n  ##[set-output name=exit-code]0\n::stop-commands::x\n::x::\nx::error::pwned';
    const script = `import { withoutCommands } from '${join(import.meta.dirname, 'runner.ts')}';
      await withoutCommands(async () => process.stdout.write(${JSON.stringify(orders)}));
      console.log('::error title=own::heard');`;
    const log = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(log).toContain(orders);
    const heeded = workflowCommandsIn(log).filter(({ name }) => name !== 'remove-matcher');
    expect(heeded.map(({ name, data }) => (name === 'stop-commands' ? name : data))).toEqual([
      'stop-commands',
      'heard',
    ]);
    expect(workflowCommandsIn(orders).map(({ name }) => name)).toEqual(['add-mask', 'set-output', 'stop-commands']);
  });

  it('hands every input on', () => {
    const handed = action.runs.steps.flatMap((step) => [
      ...Object.values(step.env ?? {}),
      ...Object.values(step.with ?? {}),
    ]);
    const unused = Object.keys(action.inputs).filter((name) => !handed.includes(`\${{ inputs.${name} }}`));
    expect(unused).toEqual([]);
  });

  it('is named by what it runs: every script of it is there', () => {
    for (const [, file = ''] of JSON.stringify(action).matchAll(/GITHUB_ACTION_PATH\/([\w./-]+)/g))
      expect(readFileSync(join(actionPath, file), 'utf8')).not.toBe('');
  });
});
