import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VerificationResult } from '../../conformance/contract/formats/verification.ts';
import { everyCheck } from '../../conformance/every.ts';
import type { Check } from '../../conformance/model/check.ts';
import { assay, bin } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';
import { newKeys, publicBundle, type KeyFiles } from './certificates.testing.ts';
import { measureScore } from './deep.ts';

let keys: KeyFiles;
let bundle: string;
beforeAll(async () => {
  keys = await newKeys();
  bundle = await publicBundle(keys);
});

const quietly = { tell: () => undefined, signal: new AbortController().signal };

describe('assay verify --deep', () => {
  it('recomputes the score that the certificate claims, and says so', async () => {
    const { code, out, err } = await assay(['verify', bundle, '--key', keys.pub, '--deep']);
    expect(code).toBe(0);
    expect(err).toBe('self-test: does this build find the faults that the checks of the profile name?\n');
    expect(out).toMatch(
      /^recomputed {2}this build finds (\d+) of \1 faults: 0 missed, 0 inconclusive, 0 failing without the fault too$/m,
    );
    expect(out).toMatch(/^recomputed here self-test {6}this build, assay \S+, finds (\d+) of \1 faults/m);
    expect(out).not.toMatch(/^only asserted +self-test/m);
  });
  it('has it in --json, by the published schema; without --deep it is only asserted', async () => {
    const [deep, plain] = await Promise.all(
      [['--deep'], []].map(async (more) => {
        const { out } = await assay(['verify', bundle, '--key', keys.pub, '--json', ...more]);
        const result = JSON.parse(out) as VerificationResult;
        expect(schemaErrors('verification', result)).toEqual([]);
        return result;
      }),
    );
    const basisIn = (result: VerificationResult | undefined) =>
      result?.basis.filter(({ what }) => what === 'self-test').map(({ basis }) => basis);
    expect(deep?.selfTest).toMatchObject({ ...deep?.claims?.selfTest, missed: [], silent: [], void: [] });
    expect([basisIn(deep), basisIn(plain), plain?.selfTest]).toEqual([['recomputed'], ['asserted'], undefined]);
  });
  it('tries no fault where the certificate is refused already', async () => {
    const { code, out, err } = await assay(['verify', bundle, '--key', keys.pub, '--deep', '--at', '2199-01-01']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).not.toContain('\nrecomputed ');
  });
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at %s with %i, and no verdict', async (name, code) => {
    const args = [bin, 'verify', bundle, '--key', keys.pub, '--deep'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (err === '') child.kill(name);
      err += text;
    });
    const [ended] = (await once(child, 'close')) as [number | null];
    expect([ended, out]).toEqual([code, '']);
    expect(err).toContain('assay: interrupted in the self-test, so that the certificate was not verified');
  });
});

describe('the score of a build', () => {
  const [first, second] = everyCheck.filter(({ id }) => id.startsWith('voices.list/')) as [Check, Check];
  it('shows a check that was made blind', async () => {
    const blind = { ...first, expect: [] } as Check;
    const score = await measureScore([blind, second], quietly);
    expect(score).toMatchObject({ faults: 2, found: 1, missed: [first.fault], silent: [], void: [] });
  });
  it('is none where it was ended', async () => {
    expect(await measureScore([first], { ...quietly, signal: AbortSignal.abort() })).toBeUndefined();
  });
});
