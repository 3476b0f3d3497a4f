import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileNames } from '../../conformance/settings/setting-names.ts';
import { settingsFrom, type RawSettings, type Settings } from '../../conformance/settings/settings.ts';
import { planOptions } from '../../load/plan/plan.ts';
import { loadScenario } from '../../load/plan/scenarios.ts';
import { loadDefaults } from '../../load/records/settings.ts';
import { assay, emptyFolder, serve } from '../testing/run-assay.testing.ts';

const settingsIn = (folder: string): string => readFileSync(join(folder, 'assay.yaml'), 'utf8');

async function written(...flags: readonly string[]): Promise<string> {
  const cwd = emptyFolder();
  expect(await assay(['init', ...flags], { cwd })).toMatchObject({ code: 0, err: '' });
  return cwd;
}

describe('assay init', () => {
  it('writes settings, workflow and script, and says what comes next', async () => {
    const cwd = emptyFolder();
    const said = await assay(['init'], { cwd });
    // In a folder without assay npx would ask the registry for it.
    const [, own = ''] = /^next: node (\S+\/scripts\/bin\.js) doctor$/m.exec(said.out) ?? [];
    expect(existsSync(own)).toBe(true);
    expect(said).toEqual({
      code: 0,
      err: '',
      out: [
        'wrote assay.yaml',
        'wrote .github/workflows/assay.yml',
        'wrote assay-staging.sh',
        'next: name the service in assay.yaml (target), or in ASSAY_TARGET',
        'next: in .github/workflows/assay.yml, name the repository that holds assay in place of your-organisation/assay@v0.1.0',
        `next: node ${own} doctor`,
        '',
      ].join('\n'),
    });
    expect(statSync(join(cwd, 'assay-staging.sh')).mode & 0o111).not.toBe(0);
  });

  it('writes the one that is asked for', async () => {
    expect(readdirSync(await written('--workflow', 'github')).toSorted()).toEqual(['.github', 'assay.yaml']);
    expect(readdirSync(await written('--workflow', 'shell')).toSorted()).toEqual(['assay-staging.sh', 'assay.yaml']);
  });

  it('fills in the target and the action, and has nothing left to be named', async () => {
    const cwd = emptyFolder();
    const args = ['init', '--target', 'https://staging.test/', '--action', 'some/assay@v1'];
    expect((await assay(args, { cwd })).out).not.toMatch(/name the/);
    expect(parse(settingsIn(cwd))).toEqual({ target: 'https://staging.test' });
    const workflow = readFileSync(join(cwd, '.github', 'workflows', 'assay.yml'), 'utf8');
    expect(workflow.match(/uses: some\/assay@v1$/gm)).toHaveLength(3);
  });

  it('leaves what is there, and then writes nothing', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'assay.yaml'), 'seed: 7\n');
    const { code, err } = await assay(['init'], { cwd });
    expect({ code, err }).toEqual({
      code: 3,
      err: 'assay: assay.yaml is there already; --force replaces what is there\n',
    });
    expect(settingsIn(cwd)).toBe('seed: 7\n');
    expect(readdirSync(cwd)).toEqual(['assay.yaml']);
    expect((await assay(['init', '--force'], { cwd })).code).toBe(0);
    expect(settingsIn(cwd)).not.toBe('seed: 7\n');
  });

  it.each([
    [['--workflow', 'gitlab'], '--workflow is "gitlab", expected github or shell'],
    [['--target', 'staging'], '--target is "staging", expected a URL'],
    [['--action', 'assay'], '--action is "assay", expected owner/name@version'],
  ])('takes %j for a mistake, and writes nothing', async (flags, says) => {
    const cwd = emptyFolder();
    const { code, err } = await assay(['init', ...flags], { cwd });
    expect(code).toBe(3);
    expect(err).toContain(says);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('says where it cannot write', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, '.github'));
    writeFileSync(join(cwd, '.github', 'workflows'), '');
    const { code, err } = await assay(['init', '--workflow', 'github'], { cwd });
    expect(code).toBe(3);
    expect(err).toContain('.github/workflows/assay.yml cannot be written');
  });
});

describe('the assay.yaml that it writes', () => {
  it('is read by check as it is', async () => {
    const cwd = await written();
    const { url, stop } = await serve();
    const { code } = await assay(['check', '--target', url, '--only', 'voices.*'], { cwd });
    await stop();
    expect(code).toBe(0);
  });

  it('shows every setting that there is, each of them once', async () => {
    expect(
      shown(settingsIn(await written()))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...fileNames].toSorted());
  });

  it('shows each with a value that may stand there', async () => {
    const env = Object.fromEntries(variables.map((name) => [name, 'value']));
    const outcomes = shown(settingsIn(await written())).map(({ value }) => settingsFrom({}, env, value));
    expect(outcomes.filter(({ is }) => is === 'invalid')).toEqual([]);
  });

  it('is true about what is the default', async () => {
    const defaults = shown(settingsIn(await written())).filter(({ isDefault }) => isDefault);
    expect(defaults.length).toBeGreaterThan(5);
    for (const { name, value } of defaults) expect([name, effective(value)]).toEqual([name, effective({})]);
  });
});

const variables = ['STAGING_TOKEN', 'STAGING_OTHER_TOKEN', 'STAGING_SPENT_TOKEN', 'STAGE'];

type Shown = { readonly name: string; readonly value: RawSettings; readonly isDefault: boolean };

/** Each setting of the file alone, as if its # were taken away. */
function shown(text: string): readonly Shown[] {
  const blocks = [...text.matchAll(/^#([\w-]+):.*(?:\n# +- .*)*/gm)];
  return blocks.map(([block, name = '']) => ({
    name,
    value: parse(block.replaceAll(/^#/gm, '')) as RawSettings,
    isDefault: block.endsWith('# the default'),
  }));
}

/** What check, and load with the scenario stream, make of a file. */
function effective(file: RawSettings): object {
  const outcome = settingsFrom({}, {}, file);
  const stream = loadScenario('stream');
  if (outcome.is === 'invalid' || stream === undefined) throw new Error(JSON.stringify(outcome));
  const { load, timeoutMs, ...rest }: Settings = outcome.settings;
  const { maxInFlight, arrivals, sameInput } = load;
  const plan = planOptions(stream, { ...load, arrivals, mix: undefined, maxCredits: undefined });
  return { ...rest, timeoutMs, plan, sameInput, maxInFlight: maxInFlight ?? loadDefaults.maxInFlight };
}
