import { describe, expect, it } from 'vitest';
import type { Run } from '../conformance/model/run.ts';
import { certificateText, isCertified, stateOf, type VerifiedBundle } from './certificate.ts';
import { sampleClaims } from './sample-certificate.testing.ts';

const claims = sampleClaims;
const known = [{ check: 'speech.speed/rejects-above-maximum', reason: 'until 2.1', expires: '2026-12-31' }];
const bundle = (parts: Partial<VerifiedBundle> = {}): VerifiedBundle => ({
  path: 'acme',
  at: '2026-11-25T03:00:00.000Z',
  problems: [],
  claims,
  ...parts,
});
const linesOf = (parts: Partial<VerifiedBundle> = {}): readonly string[] =>
  certificateText(bundle(parts), { colour: false, width: 80 }).split('\n');

describe('what verify prints', () => {
  it('has the claims line by line, and the verdict last', () => {
    const lines = linesOf({ keyId: 'cd'.repeat(32) });
    expect(lines.slice(0, 4)).toEqual([
      'verify: acme',
      `signed with the key ${'cd'.repeat(32)}`,
      'target      https://speech.example',
      'profile     all: 42 passed, 1 failed, 2 inconclusive, 3 not applicable',
    ]);
    expect(lines).toContain('policy      MUST decides, no known failure is accepted');
    expect(lines.find((line) => line.startsWith('controls'))).toMatch(
      /^controls {4}\d+ checks that something is refused, or does not happen, passed; in each the run saw that it could be otherwise$/,
    );
    expect(lines.find((line) => line.startsWith('set '))).toMatch(
      /^set {9}judged by the checks and levels of assay \d+\.\d+\.\d+, its requirement set \(sha256 \w{12}…\)$/,
    );
    expect(lines).toContain('self-test   found 39 of 40 faults, as the signer says');
    expect(lines.at(-1)).toBe(
      '✓ Valid certificate: 0 findings judged again from the recorded exchanges, all with the same verdict',
    );
  });
  it('says under which conditions it was run', () => {
    const given = { credentials: [], headers: ['X-Lab-Mode'] } as const;
    const run = { given, embedded: false, findings: [] } as unknown as Run;
    expect(linesOf({ run })).toContain('conditions  every request carried X-Lab-Mode (--header)');
    expect(linesOf().join()).not.toContain('conditions');
  });
  it('says who has seen the run: nobody, who verifies, or somebody who has to be asked', () => {
    const challenge = 'ab'.repeat(32);
    const witnessIn = (parts: Partial<VerifiedBundle>): string | undefined =>
      linesOf(parts).find((line) => line.startsWith('witness'));
    const challenged = { ...claims, challenge };
    expect(witnessIn({})).toBe('witness     nobody but the signer says that the exchanges took place (self-attested)');
    expect(witnessIn({ claims: challenged, challenge })).toMatch(
      /^witness {5}you: the run was drawn from the challenge that you gave, ab/,
    );
    expect(witnessIn({ claims: challenged })).toMatch(
      /^witness {5}not known: it names the challenge ab.*verify with --challenge ab/,
    );
    expect(witnessIn({ claims: challenged, problems: [{ code: 1, says: 'it is wrong' }] })).toBeUndefined();
  });
  it('says how often this build accuses a valid service, with a bound that is never rounded down', () => {
    const [at, releases] = ['2026-11-26T02:00:00.000Z', ['0.1.0']];
    const counted = { services: 118, accused: 0, shouldOnly: 3, inconclusive: { services: 2, of: 118 } };
    const risk = { ...counted, atMost: 0.02506, at, releases, earlier: 0 };
    const lines = linesOf({ risk });
    const first = lines.findIndex((line) => line.startsWith('false alarm'));
    expect(lines.slice(first, first + 5).map((line) => line.trim())).toEqual([
      'false alarm 0 of 118 valid services failed a MUST or HTTP check; of services like these at most 2.6 % would (exact 95 % bound).',
      '3 failed only a SHOULD; 2 had an inconclusive check.',
      'They are no random sample: we chose them, and fixed checks that failed a valid one.',
      'Judged by assay 0.1.0 by 2026-11-26.',
      '',
    ]);
    expect(linesOf().some((line) => line.startsWith('false alarm'))).toBe(false);
  });
  it('says between which timestamps it was made, by whom, and what has expired since', () => {
    const stamp = (at: string, trusted: boolean, until = '2030-01-01T00:00:00.000Z') => ({
      at,
      by: 'CN=a',
      trusted,
      until,
    });
    const timesIn = (trusted: boolean, until?: string): string | undefined =>
      linesOf({
        stamps: {
          opened: stamp('2026-11-24T02:00:00.000Z', true),
          certified: stamp('2026-11-24T03:01:00.000Z', trusted, until),
        },
      }).find((line) => line.startsWith('timestamps'));
    const times = 'timestamps  between 2026-11-24 02:00:00 UTC and 2026-11-24 03:01:00 UTC, by CN=a';
    expect(timesIn(true)).toBe(times);
    expect(timesIn(false)).toBe(`${times}, for which you gave no certificate (--timestamp-ca)`);
    expect(timesIn(true, '2026-11-24T04:00:00.000Z')).toBe(`${times}; its certificate has expired since`);
    expect(linesOf().some((line) => line.startsWith('timestamps'))).toBe(false);
  });
  it('has a line for each part that it rests on', () => {
    const basis = [
      { basis: 'attested', what: 'signature', by: 'the key ab', says: 'unchanged' },
      { basis: 'notCovered', what: 'load', says: 'nothing' },
    ] as const;
    const lines = linesOf({ basis });
    expect(lines.slice(lines.indexOf('What it rests on:'), -2)).toEqual([
      'What it rests on:',
      'attested        signature      by the key ab: unchanged',
      'not covered     load           nothing',
    ]);
    expect(linesOf()).not.toContain('What it rests on:');
  });
  it('leaves out a level without checks, and says of the others what did not pass', () => {
    const lines = linesOf();
    expect(lines).toContain('MUST        40 of 40 passed');
    expect(lines).toContain('SHOULD      2 of 8 passed, 1 failed, 2 inconclusive, 3 not applicable');
    expect(lines.filter((line) => line.startsWith('HTTP'))).toEqual([]);
  });
  it.each([
    ['http', 'MUST and HTTP decide, 1 known failure accepted'],
    [true, 'MUST, HTTP and SHOULD decide, 1 known failure accepted'],
  ] as const)('says what would have prevented it: strict %s', (strict, says) => {
    const lines = linesOf({ claims: { ...claims, strict, knownFailures: known } });
    expect(lines).toContain(`policy      ${says}`);
    expect(lines).toContain('KNOWN FAIL  speech.speed/rejects-above-maximum: until 2.1 (accepted until 2026-12-31)');
    expect(lines.at(-1)).toContain('✓ Valid certificate, with 1 known failure: 0 findings');
  });
  it('names the load run that is in it', () => {
    const load = { scenario: 'stream', startedAt: '2026-11-24T02:00:00.000Z' };
    expect(linesOf({ claims: { ...claims, load } })).toContain('load        stream, begun 2026-11-24 02:00:00 UTC');
  });
  it('is refused by one reason, whatever could not be judged beside it', () => {
    const problems = [
      { code: 2, says: 'the key is not known' },
      { code: 1, says: 'a finding was changed' },
    ] as const;
    const lines = linesOf({ problems });
    expect(lines.slice(-4)).toEqual([
      '? the key is not known',
      '✗ a finding was changed',
      '',
      '✗ Not valid: 2 reasons',
    ]);
    expect(linesOf({ problems: problems.slice(0, 1) }).at(-1)).toBe('? Cannot be judged: 1 reason');
  });
  it('shows twenty reasons, and counts the rest', () => {
    const problems = Array.from({ length: 23 }, (_, nth) => ({ code: 1 as const, says: `reason ${nth}` }));
    const lines = linesOf({ problems });
    expect(lines.filter((line) => line.startsWith('✗ reason'))).toHaveLength(20);
    expect(lines).toContain('  and 3 more');
  });
  it('says loudly that the reference service is certified for tests only', () => {
    const embedded = bundle({ claims: { ...claims, embedded: true } });
    expect(linesOf({ claims: { ...claims, embedded: true } })).toContain(
      '! FOR TESTS ONLY: the target was assay’s own reference service',
    );
    expect([isCertified(bundle()), isCertified(embedded), stateOf(embedded)]).toEqual([true, false, 'valid']);
  });
  it('writes what a signer claims so that it stays text', () => {
    const claimed = { ...claims, target: 'https://x\u001b[2J\n✓ Valid' };
    expect(linesOf({ claims: claimed }).filter((line) => line.startsWith('✓'))).toHaveLength(1);
    expect(linesOf({ claims: claimed }).join('')).not.toContain('\u001b');
  });
  it('has no claims of a bundle that could not be read', () => {
    const { claims: _, ...unread } = bundle({ problems: [{ code: 1, says: 'there is no certificate' }] });
    expect(certificateText(unread, { colour: false, width: 80 })).toBe(
      'verify: acme\n\n✗ there is no certificate\n\n✗ Not valid: 1 reason',
    );
  });
});
