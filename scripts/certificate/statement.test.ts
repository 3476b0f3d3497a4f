import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statementFor, validityOf, type Statement } from '../../conformance/evidence/statement.ts';
import type { LoadBound } from '../../conformance/contract/formats/certificate.ts';
import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { sampleFinding, sampleRun } from '../../reports/check/sample-run.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

/** The members of a test result of in-toto, v0.1, by their JSON names, and those that it has to have. */
const required = ['result', 'configuration'];
const ofTestResult = ['configuration', 'failedTests', 'passedTests', 'result', 'url', 'warnedTests'];

const tool = { name: 'assay', version: '0.1.0' } as const;
const at = '2026-11-24T03:00:00.000Z';

const bound = (is: LoadBound['is']): LoadBound => ({
  metric: `ttft.${{ met: 'p50', violated: 'p99', inconclusive: 'p99.9' }[is]}`,
  comparator: '<',
  threshold: '800',
  unit: 'ms',
  is,
  sampleSize: 400,
});

function statementOf(findings: readonly Finding[], bounds?: readonly LoadBound[]): Statement {
  return statementFor({
    run: sampleRun(findings),
    profile: 'all',
    requirements: { release: '0.1.0', sha256: 'ab'.repeat(32) },
    files: [{ name: 'run.json', sha256: 'cd'.repeat(32) }],
    selfTest: { schema: 'assay.self-test/1', tool, startedAt: at, endedAt: at, accusations: [], faults: [] },
    validity: { notBefore: at, notAfter: '2026-12-24T03:00:00.000Z' },
    ...(bounds && { load: { scenario: 'stream', startedAt: at, bounds } }),
  });
}

const verdicts: readonly Verdict[] = [
  { is: 'pass' },
  { is: 'fail', because: 'so' },
  { is: 'inconclusive', because: 'it was away' },
  { is: 'notApplicable', because: 'no token' },
];

describe('the statement of a certificate', () => {
  it('is an in-toto test result of v0.1, with our claims in one member more', () => {
    const statement = statementOf([sampleFinding('a.b/c', '1')]);
    expect(schemaErrors('certificate', statement)).toEqual([]);
    expect(Object.keys(statement)).toEqual(['_type', 'subject', 'predicateType', 'predicate']);
    const { assay, ...result } = statement.predicate;
    expect(assay.schema).toBe('assay.certificate/1');
    expect(Object.keys(result).filter((name) => !ofTestResult.includes(name))).toEqual([]);
    expect(required.filter((name) => !Object.hasOwn(result, name))).toEqual([]);
  });

  it('is valid for its days, or until its first known failure expires, whichever is earlier', () => {
    const known = (expires: string): Finding =>
      sampleFinding(`a.b/${expires}`, '1', {
        verdict: { is: 'fail', because: 'so' },
        knownFailure: { is: 'known', reason: 'known', expires },
      });
    const until = (...expires: readonly string[]): string =>
      validityOf(sampleRun(expires.map(known)), new Date(at), 30).notAfter;
    expect(until()).toBe('2026-12-24T03:00:00.000Z');
    expect(until('2027-06-01')).toBe('2026-12-24T03:00:00.000Z');
    expect(until('2027-06-01', '2026-12-01')).toBe('2026-12-01T23:59:59.999Z');
  });

  it('counts as passed what passed, and nothing that was not judged', () => {
    const any = fc.array(fc.tuple(fc.constantFrom(...verdicts), fc.constantFrom('MUST', 'HTTP', 'SHOULD')));
    fc.assert(
      fc.property(any, (all) => {
        const findings = all.map(([verdict, level], at) => sampleFinding(`a.b/${at}`, '1', { verdict, level }));
        const named = (is: Verdict['is']): readonly string[] =>
          findings.filter(({ verdict }) => verdict.is === is).map(({ check }) => check);
        const { result, passedTests, warnedTests, failedTests } = statementOf(findings).predicate;
        expect(passedTests).toEqual(named('pass'));
        expect([...warnedTests, ...failedTests].toSorted()).toEqual(named('fail').toSorted());
        expect(result).toBe(named('fail').length === 0 ? 'PASSED' : 'WARNED');
      }),
    );
  });

  it('names the bounds of a load run by what came of them, and warns where one was not met', () => {
    const of = (...all: readonly LoadBound['is'][]): Statement['predicate'] =>
      statementOf([sampleFinding('a.b/c', '1')], all.map(bound)).predicate;
    expect(of('met')).toMatchObject({ result: 'PASSED', passedTests: ['a.b/c', 'load/ttft.p50<800ms'] });
    expect(of('violated')).toMatchObject({
      result: 'WARNED',
      passedTests: ['a.b/c'],
      warnedTests: ['load/ttft.p99<800ms'],
    });
    expect(of('met', 'inconclusive')).toMatchObject({
      result: 'WARNED',
      passedTests: ['a.b/c', 'load/ttft.p50<800ms'],
      warnedTests: [],
      failedTests: [],
    });
  });
});
