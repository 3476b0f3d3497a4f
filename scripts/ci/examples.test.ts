import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planFrom } from '../../conformance/engine/plan.ts';
import { everyCheck } from '../../conformance/every.ts';
import { observations } from '../content/observation.ts';
import type { History } from '../../conformance/contract/formats/history.ts';
import { sampleLoad } from '../../reports/load/sample-load.testing.ts';
import { documentation } from '../testing/documentation.testing.ts';
import { bin, emptyFolder, serveApart } from '../testing/run-assay.testing.ts';
import { version } from '../package/version.ts';
import { root, type ActionStep } from './runner.testing.ts';

const examples = join(root, 'examples', 'ci');
const script = join(examples, 'staging.sh');

/** `--max-credits 9`, `max-credits: '9'`, or the default of a shell variable. */
const capped = /(?:max-credits[: ]+"?'?|ASSAY_CREDITS:-)(\d+)/g;

type Said = { readonly code: number | null; readonly out: string; readonly err: string };

function sh(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Said {
  const decided = /^(ASSAY_|CI$|NO_COLOR$|FORCE_COLOR$|https?_proxy$)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !decided.test(name));
  const ASSAY = `${process.execPath} ${bin}`;
  const { status, stdout, stderr } = spawnSync('sh', args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ASSAY, ...env },
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

describe('the caps of credits that are shown', () => {
  const shownIn = [
    'README.md',
    ...['README.md', 'assay.yaml', 'github.yml', 'staging.sh'].map((f) => `examples/ci/${f}`),
  ];
  it.each(shownIn)('leave a whole check a quarter more than it likely uses: %s', (file) => {
    const credentials = { token: '', otherToken: '', spentToken: '', provisioner: '' };
    const { likely } = planFrom({ checks: everyCheck, observations }, everyCheck, credentials);
    const caps = [...readFileSync(join(root, file), 'utf8').matchAll(capped)].map(([, credits]) => Number(credits));
    expect(caps.length).toBeGreaterThan(0);
    expect(Math.min(...caps)).toBeGreaterThanOrEqual(1.25 * likely.credits);
  });
});

describe('the shell script for any CI system', { timeout: 180_000 }, () => {
  it('is of a shell that every system has', () => {
    expect(sh(['-n', script], root, {})).toEqual({ code: 0, out: '', err: '' });
  });
  it.each([
    [[], 0, /✓ Pass/],
    [['--fault', 'voices-as-objects'], 1, /✗ Fail/],
  ])('checks after a deploy: %j ends %i', async (flags, code, says) => {
    const { url, token, stop } = await serveApart(...flags);
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'only: ["voices.*"]\n');
    const said = sh([script, 'deploy'], cwd, { ASSAY_TARGET: url, ASSAY_TOKEN: token });
    await stop();
    expect(said).toMatchObject({ code, err: '', out: expect.stringMatching(says) as string });
    expect(readdirSync(join(cwd, 'assay-results', 'check'))).toContain('report.html');
  });
  it('runs as the guide shows it', async () => {
    const [line = ''] = /^ASSAY_TARGET=.* sh examples\/ci\/staging\.sh \w+$/m.exec(documentation) ?? [];
    const { url, token, stop } = await serveApart();
    const [cwd, ASSAY_OUT] = [emptyFolder(), emptyFolder()];
    symlinkSync(join(root, 'examples'), join(cwd, 'examples'));
    // A whole check with no more than that is that of the README.
    writeFileSync(join(cwd, 'assay.yaml'), 'only: ["voices.*", "chat.bot*"]\n');
    const said = sh(['-c', line.replace('http://localhost:8080', url)], cwd, { TOKEN: token, ASSAY_OUT });
    await stop();
    expect(said).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/✓ Pass \(--only\)/) as string,
    });
    expect(readdirSync(join(ASSAY_OUT, 'check'))).toContain('report.html');
  });
  it('fuzzes by night', async () => {
    const { url, token, stop } = await serveApart();
    const cwd = emptyFolder();
    const said = sh([script, 'night'], cwd, { ASSAY_TARGET: url, ASSAY_TOKEN: token, ASSAY_TIME: '1s' });
    await stop();
    // On a busy machine a second may be too short for fuzz to judge everything.
    expect([0, 2]).toContain(said.code);
    expect(said.err).toBe('');
    expect(readdirSync(join(cwd, 'assay-results', 'fuzz'))).toContain('report.html');
  });
  it('keeps what it found in a history, and shows it over time', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'only: ["voices.*"]\n');
    const codes = [];
    // The second run starts on another second, as another deploy does.
    for (const [label, flags] of [
      ['v1', []],
      ['v2', ['--fault', 'voices-as-objects']],
    ] as const) {
      const { url, token, stop } = await serveApart(...flags);
      const env = { ASSAY_TARGET: url, ASSAY_TOKEN: token, ASSAY_HISTORY: 'our history', ASSAY_LABEL: label };
      const { code, err, out } = sh([script, 'deploy'], cwd, env);
      await stop();
      codes.push([code, err, /^report: .*our history\/history\.html$/m.test(out)]);
    }
    expect(codes).toEqual([
      [0, '', true],
      [1, '', true],
    ]);
    const history = readFileSync(join(cwd, 'our history', 'history.json'), 'utf8');
    const { checks } = JSON.parse(history) as History;
    expect(checks.flatMap(({ runs }) => runs.map(({ label }) => label))).toEqual(['v2', 'v1']);
  });
  it('ends with the worst code of several, a failure before what could not be judged', () => {
    const cwd = emptyFolder();
    // In place of assay: what it is called with decides how it ends.
    const result = (check: number, load: number, compare: number, validity = 'valid'): Said => {
      const codes = `check) exit ${check} ;; load) exit ${load} ;; compare) exit ${compare} ;;`;
      writeFileSync(join(cwd, 'assay'), `case $1 in ${codes} esac\n`);
      const out = join(cwd, 'assay-results', 'load');
      mkdirSync(out, { recursive: true });
      const measured = { ...sampleLoad(), gate: { is: 'fail' }, validity: { is: validity, reasons: [] } };
      writeFileSync(join(out, 'load.json'), JSON.stringify(measured, null, 2));
      const ASSAY = `sh ${join(cwd, 'assay')}`;
      return sh([script, 'release'], cwd, { ASSAY, ASSAY_BASELINE: 'last' });
    };
    expect(result(0, 0, 0).code).toBe(0);
    expect(result(1, 0, 0).code).toBe(1);
    expect(result(1, 2, 0).code).toBe(1);
    expect(result(0, 1, 2).code).toBe(1);
    expect(result(0, 0, 3).code).toBe(3);
    expect(result(3, 0, 0).code).toBe(3);
    // Behind a check that failed the load run ends 1 as well: what it measured is told by its file alone.
    const notCompared = { out: 'Not compared: the measurement is not valid.\n' };
    expect(result(1, 1, 3, 'invalid')).toMatchObject({ code: 1, ...notCompared });
    expect(result(0, 2, 3, 'invalid')).toMatchObject({ code: 2, ...notCompared });
    expect(result(2, 2, 1)).toMatchObject({ code: 1, out: '' });
  });
  it('takes a forgotten target, and a job that there is not, for a mistake', () => {
    expect(sh([script, 'deploy'], emptyFolder(), {})).toMatchObject({
      code: 3,
      err: expect.stringContaining('no target was given') as string,
    });
    expect(sh([script, 'depoly'], emptyFolder(), {})).toMatchObject({
      code: 3,
      err: expect.stringContaining('deploy, night or release') as string,
    });
  });
});

describe('the example workflow', () => {
  const text = readFileSync(join(examples, 'github.yml'), 'utf8');
  const { jobs } = parse(text) as { jobs: Readonly<Record<string, { steps: readonly ActionStep[] }>> };

  it('uses the action of this version', () => {
    const used = [...text.matchAll(/uses: your-organisation\/assay@(\S+)/g)].map(([, tag]) => tag);
    expect(used).toEqual([`v${version}`, `v${version}`, `v${version}`]);
  });
  it('lets no expression become a part of a script', () => {
    const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(scripts.filter((each) => each.includes('${{'))).toEqual([]);
  });
  it.each([
    ['the newest earlier release', 'v4\nv1\nv0\n', 'baseline=baseline/load\n'],
    ['one before those without results', 'v4\nv3\nv2\nv1\n', 'baseline=baseline/load\n'],
    ['nothing where none has results', 'v4\nv3\n', ''],
    ['nothing before the first release', 'v4\n', ''],
  ])('compares with %s', (_, releases, output) => {
    // In place of GitHub's own command line, which wants GitHub.
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'load'));
    writeFileSync(join(cwd, 'releases'), releases);
    execFileSync('tar', ['-czf', 'kept.tar.gz', 'load'], { cwd });
    const gh = 'case "$2" in list) cat releases ;; download) [ "$3" = v1 ] && cp kept.tar.gz assay-load.tar.gz ;; esac';
    mkdirSync(join(cwd, 'bin'));
    writeFileSync(join(cwd, 'bin', 'gh'), `#!/bin/sh\n${gh}\n`, { mode: 0o755 });
    const step = jobs['load']?.steps.find(({ id }) => id === 'last');
    const PATH = [join(cwd, 'bin'), process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH, TAG: 'v4', GITHUB_OUTPUT: join(cwd, 'output') };
    writeFileSync(join(cwd, 'output'), '');
    execFileSync('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? 'exit 1'], { cwd, env });
    expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe(output);
    expect(readdirSync(cwd).includes('baseline')).toBe(output !== '');
  });
});
