import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryExchange, arbitraryRun } from '../../arbitrary-results.testing.ts';
import { checkBadge } from '../badge.ts';
import { checkCtrf } from './ctrf.ts';
import { ctrfErrors, elementsAt, harErrors, sarifErrors, xmlRoot } from '../../foreign-readers.testing.ts';
import { exchangesHar } from './har.ts';
import { checkJunit } from './junit.ts';
import { loadJunit } from '../../load/junit.ts';
import { checkSarif } from './sarif.ts';
import { fullLoad } from '../../load/sample-load.testing.ts';
import { sampleRun } from '../sample-run.testing.ts';

const exchanges = fc.array(arbitraryExchange, { maxLength: 3 });
const background = {
  faults: new Map([['errors.envelope/on-404', { id: 'error-flat', mistake: 'The error is {0} [flat](x).' }]]),
  decodedAnswerOf: () => ({}),
};

/** XML 1.0 knows no difference between line ends, and no control characters. */
const plain = (text: string): string => text.replace(/[^ -~]/g, '');

describe('whatever a run holds', () => {
  it('CTRF is as its schema says', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(ctrfErrors(checkCtrf(run))).toEqual([]);
      }),
    );
  });

  it('SARIF is as its schema says', () => {
    fc.assert(
      fc.property(arbitraryRun, exchanges, (run, sent) => {
        expect(sarifErrors(checkSarif(run, sent, background))).toEqual([]);
      }),
    );
  });

  it('HAR is as its schema says', () => {
    fc.assert(
      fc.property(exchanges, (sent) => {
        expect(harErrors(exchangesHar(sampleRun([]), sent, background))).toEqual([]);
      }),
    );
  });

  it('JUnit XML reads the same for libxml2', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const root = xmlRoot(checkJunit(run));
        const cases = elementsAt(root, '/testsuites/testsuite/testcase');
        expect(cases).toHaveLength(run.findings.length);
        const names = run.findings.map(({ check }) => check.slice(check.indexOf('/') + 1));
        expect(new Set(cases.map((each) => each.attr('name')?.value))).toEqual(new Set(names));
        expect(root.attr('tests')?.value).toBe(String(run.findings.length));
        const open = run.findings.filter(
          ({ verdict, level, knownFailure }) =>
            verdict.is === 'inconclusive' &&
            (knownFailure === undefined || knownFailure.is === 'inconclusive') &&
            (level !== 'HTTP' || run.strict !== false),
        );
        const errors = elementsAt(root, '//testcase/error').map((each) => plain(each.attr('message')?.value ?? ''));
        expect(errors).toHaveLength(open.length);
      }),
    );
  });

  it('the badge is an SVG of the same kinds of element', () => {
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        const root = xmlRoot(checkBadge(run));
        expect(root.namespaceUri).toBe('http://www.w3.org/2000/svg');
        const kinds = new Set(elementsAt(root, '//*').map(({ name }) => name));
        expect([...kinds].toSorted()).toEqual(['g', 'rect', 'svg', 'text', 'title']);
      }),
    );
  });
});

describe('the readers that are not ours', () => {
  it('do not take everything', () => {
    expect(ctrfErrors('{"reportFormat":"CTRF","specVersion":"0.0.0","results":{}}')).not.toEqual([]);
    expect(sarifErrors('{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}')).not.toEqual([]);
    expect(sarifErrors('{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"extra":1}]}')).not.toEqual([]);
    expect(harErrors('{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[{}]}}')).not.toEqual([]);
    expect(() => xmlRoot('<a>&</a>')).toThrow(/xmlParseEntityRef/);
  });
});

describe('a load run', () => {
  it('is JUnit XML for libxml2 too', () => {
    expect(elementsAt(xmlRoot(loadJunit(fullLoad())), '//testcase')).toHaveLength(5);
  });
});
