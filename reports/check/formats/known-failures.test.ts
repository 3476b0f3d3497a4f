import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Run } from '../../../conformance/model/run.ts';
import { arbitraryRun } from '../../arbitrary-results.testing.ts';
import { attacks } from '../../../fixtures/hostile/index.ts';
import { checkKnownFailures } from './known-failures.ts';
import { failedSpeed, sampleFinding, sampleRun } from '../sample-run.testing.ts';

const titled = (title: string, ...checks: readonly string[]): Run['causes'][number] => ({ title, checks, likely: [] });
const failing = (check: string, parts: Partial<typeof failedSpeed> = {}) => ({ ...failedSpeed, check, ...parts });
const entriesOf = (run: Run): unknown => parse(checkKnownFailures(run));

describe('the known failures that a run would have needed', () => {
  it('are by cause, thirty days from the run, with a reason that says that nobody has looked', () => {
    const run = sampleRun([failing('a/one'), failing('b/two'), sampleFinding('c/three', '7'), failing('a/four')], {
      causes: [titled('The first cause', 'a/four', 'a/one')],
    });
    expect(checkKnownFailures(run)).toBe(
      [
        '# Known failures of https://staging.example, by a run of 4 checks on 2026-11-21.',
        '# Say of each why it is accepted, and until when: npx assay check --known-failures THIS_FILE',
        '',
        '# The first cause',
        '- check: "a/four"',
        '  reason: "not looked into yet (2026-11-21)"',
        '  expires: "2026-12-21"',
        '- check: "a/one"',
        '  reason: "not looked into yet (2026-11-21)"',
        '  expires: "2026-12-21"',
        '',
        '# Further failures',
        '- check: "b/two"',
        '  reason: "not looked into yet (2026-11-21)"',
        '  expires: "2026-12-21"',
      ].join('\n'),
    );
  });
  it('are those that its exit code counts', () => {
    const findings = [
      failing('a/must'),
      failing('b/http', { level: 'HTTP' }),
      failing('c/should', { level: 'SHOULD' }),
    ];
    const having = (strict: Run['strict']) => entriesOf(sampleRun(findings, { strict }));
    const named = (...checks: readonly string[]) => checks.map((check) => expect.objectContaining({ check }));
    expect(having(false)).toEqual(named('a/must'));
    expect(having('http')).toEqual(named('a/must', 'b/http'));
    expect(having(true)).toEqual(named('a/must', 'b/http', 'c/should'));
  });
  it('keep what the run was given, but for what passes now', () => {
    const given = (check: string) => ({ check, reason: 'until 2.1', expires: '2026-11-30' });
    const state = (is: 'known' | 'stale' | 'expired' | 'passed' | 'inconclusive') => ({
      knownFailure: { is, reason: 'until 2.1', expires: '2026-11-30' },
    });
    const run = sampleRun(
      [
        failing('a/known', state('known')),
        sampleFinding('a/stale', '7', state('stale')),
        failing('a/expired', state('expired')),
        sampleFinding('a/expired-passes', '7', state('expired')),
        sampleFinding('a/drawn', '7', state('passed')),
        sampleFinding('a/open', '7', { ...state('inconclusive'), verdict: { is: 'inconclusive', because: '503' } }),
        failing('a/alike', { knownFailure: { ...state('known').knownFailure, as: 'a/known' } }),
      ],
      {
        knownFailures: ['a/known', 'a/stale', 'a/expired', 'a/expired-passes', 'a/drawn', 'a/open', 'a/control'].map(
          given,
        ),
      },
    );
    expect(entriesOf(run)).toEqual(['a/known', 'a/expired', 'a/drawn', 'a/open', 'a/control'].map(given));
  });
  it('are none where no answer was one of the service, and of fuzz', () => {
    const elsewhere = { ...titled('This is no such service', 'a/one'), elsewhere: 'A web page answers.' };
    const nowhere = checkKnownFailures(sampleRun([failing('a/one')], { causes: [elsewhere] }));
    expect(nowhere).toContain('# No answer was one of the service, so no failure is listed.');
    expect(parse(nowhere)).toEqual([]);
    const fuzzed = checkKnownFailures(sampleRun([failing('a/one')], { command: 'fuzz' }));
    expect(fuzzed).toContain('--replay sends its inputs again');
    expect(parse(fuzzed)).toEqual([]);
  });
  it('say where the run is not complete', () => {
    expect(checkKnownFailures(sampleRun([failing('a/one')], { complete: false }))).toContain(
      '\n# This run is not complete',
    );
  });
  it('are a list of check, reason and day, whatever a run holds', () => {
    const hostile = fc.constantFrom(...Object.values(attacks));
    fc.assert(
      fc.property(arbitraryRun, hostile, (run, text) => {
        const given = run.findings.map(({ check }) => ({ check, reason: `${text} `, expires: '2026-11-30' }));
        const causes = [titled(text, ...run.findings.map(({ check }) => check).slice(0, 1), 'a/none')];
        for (const each of [
          { ...run, causes },
          { ...run, causes, knownFailures: given },
        ]) {
          const entries = entriesOf(each) as readonly Record<string, unknown>[];
          expect(Array.isArray(entries)).toBe(true);
          for (const entry of entries)
            expect(entry).toEqual({
              check: expect.any(String),
              reason: expect.any(String),
              expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
            });
          const known = entries.filter(({ expires }) => expires === '2026-11-30');
          for (const entry of known) expect(entry['reason']).toBe(`${text} `);
        }
      }),
    );
  });
});
