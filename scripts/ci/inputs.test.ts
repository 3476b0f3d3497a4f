import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { workFromInputs } from './inputs.ts';

const baseline = emptyFolder();
writeFileSync(join(baseline, 'requests.ndjson'), '');

const argsOf = (env: Readonly<Record<string, string>>): readonly (readonly string[])[] =>
  workFromInputs({ INPUT_OUT: '/out', ...env }).commands.map(({ args }) => args);

describe('the inputs of the action', () => {
  it('ask for a check where they say nothing', () => {
    expect(argsOf({})).toEqual([['check', '--out=/out/check']]);
  });
  it('ask for check, fuzz, load and comparison, each in a folder of its own', () => {
    const env = {
      INPUT_BOT: 'b',
      INPUT_ONLY: 'speech.*, chat.*\nvoices.*',
      INPUT_STRICT: 'true',
      INPUT_MAX_CREDITS: '9',
      INPUT_FUZZ: '60s',
      INPUT_LOAD: 'stream',
      INPUT_RATE: '5',
      INPUT_SLO: 'ttft.p95<1s',
      INPUT_CONTENT: 'type=text,parts[].text',
      INPUT_SWEEP_CONCURRENCY: '1,2,...,8',
      INPUT_AUDIT: 'true',
      INPUT_BASELINE: baseline,
      INPUT_FAIL_IF: 'ttft.p95>+5%',
    };
    const only = ['--only=speech.*', '--only=chat.*', '--only=voices.*'];
    expect(argsOf(env)).toEqual([
      ['check', '--bot=b', '--max-credits=9', ...only, '--strict', '--out=/out/check'],
      ['fuzz', '--time=60s', '--bot=b', '--max-credits=9', '--out=/out/fuzz'],
      [
        'load',
        '--bot=b',
        '--rate=5',
        '--slo=ttft.p95<1s',
        '--content=type=text,parts[].text',
        '--max-credits=9',
        '--concurrency=1,2,...,8',
        '--audit',
        '--gate=/out/check',
        '--out=/out/load',
        '--',
        'stream',
      ],
      ['compare', '--fail-if=ttft.p95>+5%', '--out=/out/compare', '--', baseline, '/out/load'],
    ]);
  });
  it('name each run, and the folder of those before', () => {
    const env = { INPUT_OUT: '/out', INPUT_LABEL: 'v2', INPUT_FUZZ: '1s', INPUT_LOAD: 'stream', INPUT_HISTORY: '/h' };
    const { commands, history } = workFromInputs(env);
    expect(commands.filter(({ args }) => args.includes('--label=v2')).map(({ name }) => name)).toEqual([
      'check',
      'fuzz',
      'load',
    ]);
    expect(history).toBe('/h');
    expect(workFromInputs({ INPUT_OUT: '/out' }).history).toBeUndefined();
  });
  it('of load mean nothing without a scenario', () => {
    expect(argsOf({ INPUT_AUDIT: 'false' })).toHaveLength(1);
    const [INPUT_SLO, INPUT_SWEEP_CONCURRENCY] = ['ttft.p95<1s', '1,2'];
    expect(() => argsOf({ INPUT_SLO, INPUT_SWEEP_CONCURRENCY, INPUT_AUDIT: 'true' })).toThrow(
      'slo, sweep-concurrency, audit given without load',
    );
    expect(() => argsOf({ INPUT_LOAD: 'stream', INPUT_AUDIT: 'yes' })).toThrow(
      'audit is "yes", expected true or false',
    );
  });
  it('never name a folder in which something is, all of which would be uploaded', () => {
    const [folder, out] = [emptyFolder(), emptyFolder()];
    expect(argsOf({ INPUT_OUT: out })).toHaveLength(1);
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, '');
    symlinkSync(out, link);
    symlinkSync(emptyFolder(), join(out, 'g'));
    for (const INPUT_OUT of [out, file, link])
      expect(() => argsOf({ INPUT_OUT })).toThrow(
        `out ${INPUT_OUT} is there already, and is no empty folder: what is in it would be uploaded, and told as of this run; name another with out`,
      );
  });
  it('never bring a secret, or a flag that is none of them, to a command line', () => {
    const names = ['TARGET', 'TOKEN', 'OTHER_TOKEN', 'PROVISIONER'].map((name) => `INPUT_${name}`);
    const others = ['BOT', 'PROFILE', 'ONLY', 'KNOWN_FAILURES', 'FUZZ', 'MAX_CREDITS'].map((name) => `INPUT_${name}`);
    const given = (keys: readonly string[], word: string) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, fc.string().map((text) => `--${word}${text.trim()}`)])));
    fc.assert(
      fc.property(given(names, 'secret'), given(others, 'other'), (secrets, rest) => {
        const args = argsOf({ ...rest, ...secrets }).flat();
        const known = /^(check|fuzz|--(bot|profile|only|known-failures|time|max-credits|out)=)/;
        expect(args.filter((arg) => !known.test(arg))).toEqual([]);
        expect(args.filter((arg) => arg.includes('--secret'))).toEqual([]);
      }),
    );
  });
  it('become the variables that assay reads, and are in no other; what was left out is none', () => {
    const inputs = { INPUT_TARGET: 'http://t', INPUT_TOKEN: 's', INPUT_OTHER_TOKEN: 'none', INPUT_PROVISIONER: '' };
    expect(workFromInputs({ HOME: '/h', ASSAY_OTHER_TOKEN: 'o', ...inputs }).env).toEqual({
      CI: 'true',
      HOME: '/h',
      ASSAY_TARGET: 'http://t',
      ASSAY_TOKEN: 's',
      ASSAY_OTHER_TOKEN: 'o',
      ASSAY_PROVISIONER: '',
    });
  });
  it('take the provisioner of assay.yaml where none is given, and none where that is said', () => {
    const variableFor = (INPUT_PROVISIONER: string) => workFromInputs({ INPUT_PROVISIONER }).env['ASSAY_PROVISIONER'];
    expect(variableFor('assay.yaml')).toBeUndefined();
    expect(variableFor('none')).toBe('none');
  });
});
