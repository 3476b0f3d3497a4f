import { describe, expect, it } from 'vitest';
import { checkHtml } from '../html/check.ts';
import { headlineOf } from './headline.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { failuresTitle, failureGroups, unrelatedHttpFailures } from './failure-groups.ts';

const failed = (check: string) => ({ ...failedSpeed, check });
const cause = (title: string, ...checks: readonly string[]) => ({ title, checks, likely: [] });

describe('failures that are told together', () => {
  it('are those of a cause in its order, then each that has none, and no passing check', () => {
    const findings = ['a/1', 'a/2', 'a/3'].map(failed);
    const run = sampleRun([...findings, sampleFinding('a/4', '2.5')], { causes: [cause('why', 'a/3', 'a/1')] });
    expect(failureGroups(run).map(({ title, findings: told }) => [title, ...told.map(({ check }) => check)])).toEqual([
      ['why', 'a/3', 'a/1'],
      ['status: expected a refusal (4xx), observed 200', 'a/2'],
    ]);
  });

  it('say what a request that differs in one thing got, on the page and in Markdown', () => {
    const beside = 'Without format the same is accepted (status 200).';
    const run = sampleRun([failed('a/1'), failed('a/2')], { causes: [{ ...cause('why', 'a/1', 'a/2'), beside }] });
    for (const report of [checkHtml(run, []), checkMarkdown(run)]) expect(report).toContain(beside);
  });

  it('are told once, though two causes name the property that found them', () => {
    const run = sampleRun([failed('p/q'), failed('p/q')], { causes: [cause('one', 'p/q'), cause('other', 'p/q')] });
    expect(failureGroups(run).map(({ findings }) => findings.length)).toEqual([2]);
  });

  it('are counted with their causes, where those are fewer', () => {
    const told = (...checks: readonly string[]) => ({ title: 'why', findings: checks.map(failed) });
    expect(failuresTitle([told('a/1')])).toBe('1 failed check');
    expect(failuresTitle([told('a/1'), told('a/2')])).toBe('2 failed checks');
    expect(failuresTitle([told('a/1', 'a/2'), told('a/3')])).toBe('3 failed checks, 2 causes');
  });

  it('are of one check where fuzz found several defects of one property, on every report', () => {
    const property = 'chat.generated/rejects-invalid';
    const fails = { verdict: { is: 'fail', because: 'a' } } as const;
    const defects = [property, `${property}#2`].map((check) => sampleFinding(check, '4.2', fails));
    const passed = sampleFinding('chat.generated/accepts-valid', '4.2');
    const causes = defects.map(({ check }) => cause(check, check));
    const run = sampleRun([...defects, passed], { causes, exitCode: 1 });
    expect(headlineOf(run).says).toContain('1 MUST check failed, 2 causes');
    const [page, markdown] = [checkHtml(run, []), checkMarkdown(run)];
    for (const report of [page, markdown]) expect(report).toContain('1 failed check, 2 causes');
    expect(markdown).toContain('4.2 chat.generated 1 of 2');
    expect(page).toMatch(/ · 2 checks in /);
  });

  it('are all counted in the last line, and without the HTTP obligations apart in the summary and the page, each told once', () => {
    const level = (name: string, of: 'MUST' | 'HTTP' | 'SHOULD') => ({ ...failed(name), level: of });
    const findings = [
      ...['a/1', 'a/2', 'a/3'].map(failed),
      level('a/4', 'HTTP'),
      level('a/5', 'HTTP'),
      level('a/6', 'SHOULD'),
    ];
    const causes = [
      cause('one', 'a/4', 'a/1', 'a/2'),
      cause('two', 'a/3'),
      cause('three', 'a/6'),
      cause('four', 'a/5'),
    ];
    const run = sampleRun(findings, { causes });
    expect(headlineOf(run).says).toBe('3 MUST, 2 HTTP and 1 SHOULD checks failed, 4 causes (clearest check: a/1)');
    const title = '5 failed checks, 3 causes';
    const [markdown, page] = [checkMarkdown(run), checkHtml(run, [])];
    expect(markdown).toContain(`### ${title}\n`);
    expect(page).toContain(`<h2>${title}</h2>`);
    expect(unrelatedHttpFailures(run).map(({ check }) => check)).toEqual(['a/5']);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
