import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { emptyContext } from './background.ts';
import { checkAnnotations } from '../annotations.ts';
import { checkHtml } from '../html/check.ts';
import { failuresOf, unmetHttpOf } from './clauses.ts';
import { checkCtrf } from './formats/ctrf.ts';
import { checkJunit } from './formats/junit.ts';
import { levelsText } from './levels.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { checkSarif } from './formats/sarif.ts';
import { clauseLine, httpBlock } from './terminal.ts';

const passed = sampleFinding('errors.envelope/on-404', '7');
const http = (name: string, parts: Partial<Finding> = {}): Finding =>
  sampleFinding(`transport.requests/${name}`, '4', { level: 'HTTP', ...parts });
const unmet = http('absolute-form', {
  ...failedSpeed,
  check: 'transport.requests/absolute-form',
  clause: '4',
  level: 'HTTP',
  doneBy: ['uvicorn with h11: 404'],
});
const open = { verdict: { is: 'inconclusive', because: '503 twice' } } as const;
const away = { verdict: { is: 'notApplicable', because: 'no token' } } as const;
const should = (parts: Partial<Finding> = {}): Finding =>
  sampleFinding('chat.a/b', '4.2', { level: 'SHOULD', ...parts });

describe('what each level came to, in one line', () => {
  it.each<readonly [says: string, findings: readonly Finding[]]>([
    ['Interface: all 2 MUST checks passed.', [passed, passed]],
    ['Interface: 1 MUST check passed, 1 did not apply.', [passed, { ...passed, ...away }]],
    ['Interface: 1 of 3 MUST checks failed, 1 could not be judged.', [passed, failedSpeed, { ...passed, ...open }]],
    ['Interface: 1 of 1 MUST check passed. HTTP obligations: all 2 met.', [passed, http('a'), http('b')]],
    ['HTTP obligations: 1 of 2 not met: transport.requests/absolute-form.', [unmet, http('a')]],
    ['HTTP obligations: 1 met, 1 could not be judged: transport.requests/b.', [http('a'), http('b', open)]],
    ['HTTP obligations: none applied.', [http('a', away)]],
    ['SHOULD: 1 of 1 met.', [should()]],
    [
      'SHOULD: 4 of 4 not met: chat.a/0, chat.a/1, chat.a/2 and 1 more.',
      [0, 1, 2, 3].map((name) => ({ ...unmet, check: `chat.a/${name}`, level: 'SHOULD' })),
    ],
    [
      'HTTP obligations: 3 of 4 not met: transport.requests/absolute-form (2 times), transport.requests/b.',
      [unmet, unmet, { ...unmet, check: 'transport.requests/b' }, http('a')],
    ],
  ])('%s', (says, findings) => expect(levelsText(sampleRun(findings))).toBe(says));
});

describe('an HTTP obligation that is not met', () => {
  const run = sampleRun([passed, unmet, http('missing-host', open)]);
  const strict = { ...run, strict: 'http', exitCode: 1 } as const;

  it('is no failure to fix, unless the run is strict', () => {
    expect([failuresOf(run), unmetHttpOf(run)]).toEqual([[], [unmet]]);
    expect([failuresOf(strict), unmetHttpOf(strict)]).toEqual([[unmet], []]);
  });

  it('is no failure in JUnit, where it is told in system-out, and one that is open is skipped', () => {
    const xml = checkJunit(run);
    expect(xml).toContain('tests="3" failures="0" errors="0" skipped="1"');
    expect(xml).toMatch(
      /<system-out>HTTP obligation not met: status[^]*by default in uvicorn with h11: 404[^]*<\/system-out>/,
    );
    expect(xml).toContain('<skipped message="inconclusive: 503 twice"/>');
    expect(checkJunit(strict)).toContain('tests="3" failures="1" errors="1" skipped="0"');
  });

  it('is a note in SARIF', () => {
    const levelsIn = (of: typeof run): unknown => {
      const { runs } = JSON.parse(checkSarif(of, [], emptyContext)) as {
        readonly runs: readonly { readonly results: readonly { readonly level: string }[] }[];
      };
      return runs[0]?.results.map(({ level }) => level);
    };
    expect([levelsIn(run), levelsIn(strict)]).toEqual([
      ['note', 'none'],
      ['error', 'none'],
    ]);
  });

  it('is neither passed nor failed in CTRF', () => {
    const { results } = JSON.parse(checkCtrf(run)) as { readonly results: { readonly summary: object } };
    expect(results.summary).toMatchObject({ tests: 3, passed: 1, failed: 0, other: 2 });
  });

  it('makes no annotation, and neither does one that is open', () => {
    expect(checkAnnotations(run)).toEqual([]);
    expect(checkAnnotations(strict).map(({ level }) => level)).toEqual(['error', 'warning']);
  });

  it('has a section of its own in every report, with who does it', () => {
    const text = checkMarkdown(run);
    expect(text).toMatch(
      /### HTTP obligations not met[^]*\| `transport.requests\/absolute-form` \|[^]*uvicorn with h11/,
    );
    expect(text).not.toMatch(/^### \d+ failed check/m);
    const page = checkHtml(run, []);
    expect(page).toMatch(
      /<h2>HTTP obligations not met<\/h2>[^]*Server software that does this by default:<\/b> uvicorn with h11: 404\./,
    );
    expect(page).not.toContain('<h2>Failures</h2>');
    const style = { colour: false, width: 80 };
    expect(httpBlock([unmet], {}, style)).toMatch(
      /^HTTP obligations not met\n {2}Rules of HTTP[^]*by default in uvicorn with h11: 404/,
    );
    expect(clauseLine({ clause: '4', topic: 'transport.requests', findings: [unmet, http('a')] }, style)).toBe(
      '✗ 4    transport.requests       2 checks, 1 HTTP obligation not met',
    );
  });
});

describe('a line of all levels', () => {
  const must = sampleFinding('a.b/c', '2.2', { verdict: { is: 'fail', because: 'x' } });
  it('counts one check as one', () => {
    expect(levelsText({ findings: [must], exitCode: 1 })).toBe('Interface: 1 of 1 MUST check failed.');
  });
  it('says of an interrupted run that it is of a part', () => {
    expect(levelsText({ findings: [sampleFinding('a.b/c', '2.2')], exitCode: 130 })).toBe(
      'Of what was judged by then: Interface: 1 of 1 MUST check passed.',
    );
  });
});
