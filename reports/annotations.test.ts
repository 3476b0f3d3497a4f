import { boundOf } from '../load/slo/bound-of.testing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../conformance/model/run.ts';
import type { LoadComparison } from '../load/compare/comparison.ts';
import type { SloJudgement } from '../load/slo/slo.ts';
import { workflowCommandsIn } from '../scripts/ci/runner.testing.ts';
import {
  annotation,
  annotationsShown,
  checkAnnotations,
  comparisonAnnotations,
  loadAnnotations,
  shownAnnotations,
  workflowCommand,
} from './annotations.ts';
import { arbitraryRun } from './arbitrary-results.testing.ts';
import { isOutdated } from './check/known.ts';
import { failedSpeed, sampleRun } from './check/sample-run.testing.ts';
import { failureGroups } from './check/failure-groups.ts';
import { sampleLoad } from './load/sample-load.testing.ts';

/** Text as an attacker would write it: signs of workflow commands among anything else. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('::', '##[', ']', '%', '%0A', '\r', '\n', ',', '=', ':')),
  )
  .map((parts) => parts.join(''));
const level = fc.constantFrom('error' as const, 'warning' as const);

describe('an annotation', () => {
  it('is one workflow command whatever its texts are, and keeps them', () => {
    fc.assert(
      fc.property(level, text, text, (each, title, message) => {
        expect(workflowCommandsIn(workflowCommand({ level: each, title: `t${title}`, message }))).toEqual([
          { name: each, properties: { title: `t${title}` }, data: message },
        ]);
      }),
      // Unicode's line separator does not end a line of a log.
      { examples: [['error', '', '\u2028']] },
    );
  });
  it('shows controls as escapes, and no text at length', () => {
    const { title, message } = annotation('error', 'a\u001b[31m', ['b\u202e', 'c'.repeat(9_999)]);
    expect(title).toBe('a\\u{1b}[31m');
    expect(message).toMatch(/^b\\u\{202e\}\nc{500}… \(9499 more characters\)$/);
  });
});

describe('the annotations of a run', () => {
  it('have an error for each cause of failures that end it with 1, and for nothing else', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const errors = checkAnnotations(run).filter((each) => each.level === 'error');
        const outdated = run.findings.filter(isOutdated);
        const ends = (finding: Finding): boolean =>
          (finding.level === 'MUST' || run.strict === true || (finding.level === 'HTTP' && run.strict === 'http')) &&
          !isOutdated(finding);
        const causes = failureGroups(run).filter(({ findings }) => findings.some(ends));
        expect(errors).toHaveLength(causes.length + outdated.length);
      }),
    );
  });
  it('tell a cause once, and name the other checks that fail by it', () => {
    const findings = ['a/1', 'a/2', 'a/3'].map((check) => ({ ...failedSpeed, check }));
    const causes = [{ title: 'why', checks: ['a/2', 'a/1', 'a/3'], likely: [] }];
    const [first, ...more] = checkAnnotations(sampleRun(findings, { causes }));
    expect(more).toEqual([]);
    expect(first).toMatchObject({ level: 'error', title: 'a/2 (MUST)' });
    expect(first?.message).toMatch(/  observed 200\n[^]*\n2 more by this cause: a\/1, a\/3$/);
  });
  it('are as many as are shown, and say how many there are besides', () => {
    const many = Array.from({ length: 30 }, (_, at) => annotation(at < 25 ? 'error' : 'warning', `${at}`, ['']));
    const shown = shownAnnotations(many);
    expect(shown.filter((each) => each.level === 'error')).toHaveLength(annotationsShown);
    expect(shown.map(({ title }) => title)).toEqual([
      ...many.slice(0, 9).map(({ title }) => title),
      'assay: 16 more',
      ...many.slice(25).map(({ title }) => title),
    ]);
  });
});

describe('the annotations of a load run', () => {
  it('have an error for a missed bound and a warning for a reason of invalidity', () => {
    const bounds = [
      { ...boundOf('ttft.p95<800ms'), is: 'violated', value: 912.34 },
      { ...boundOf('failures<1%'), is: 'met', value: 0 },
    ] as const;
    const slo: SloJudgement = { text: 'ttft.p95<800ms, failures<1%', is: 'violated', bounds };
    const load = { ...sampleLoad(), scenario: 'stream' };
    const validity = { is: 'invalid', reasons: [{ code: 'cpu', because: 'too busy' }], notes: [] } as const;
    expect(loadAnnotations({ ...load, slo, validity })).toEqual([
      {
        level: 'error',
        title: 'load stream: an SLO bound is violated',
        message: 'expected ttft.p95<800ms\nobserved 912.3 ms',
      },
      {
        level: 'warning',
        title: 'load stream: the measurement is invalid, and nothing was judged',
        message: 'too busy',
      },
    ]);
    expect(loadAnnotations({ ...load, validity: { is: 'valid', notes: [] } })).toEqual([]);
  });
});

describe('the annotations of a comparison', () => {
  it('have an error for a limit that is exceeded, and a warning for one that is undecided', () => {
    const bounds = [
      { text: 'ttft.p50>+10%', unit: 'share', is: 'exceeded', difference: { value: 0.53347 } },
      { text: 'gap.p95>+20ms', unit: 'ms', is: 'undecided', because: 'too few samples' },
      { text: 'failures>+1%', unit: '%', is: 'met', difference: { value: 0 } },
    ] as const;
    const comparison = { scenario: 'stream', failIf: { is: 'exceeded', bounds } } as unknown as LoadComparison;
    expect(comparisonAnnotations(comparison)).toEqual([
      {
        level: 'error',
        title: 'load stream against the baseline: exceeded',
        message: 'ttft.p50>+10%\nobserved 53.35 %',
      },
      {
        level: 'warning',
        title: 'load stream against the baseline: undecided',
        message: 'gap.p95>+20ms\ntoo few samples',
      },
    ]);
    const [first] = bounds;
    const observedOf = (range: object): string | undefined => {
      const ranged = { ...first, difference: { value: 0.53347, range } };
      const failIf = { is: 'exceeded', bounds: [ranged] };
      return comparisonAnnotations({ ...comparison, failIf } as unknown as LoadComparison)[0]?.message;
    };
    expect(observedOf({ low: 0.2, high: 0.53347 })).toBe('ttft.p50>+10%\nobserved 20 to 53.35 %');
    // Nothing bounds it.
    expect(observedOf({ low: -1 })).toBe('ttft.p50>+10%');
  });
});
