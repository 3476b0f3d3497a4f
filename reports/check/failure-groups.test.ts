import { describe, expect, it } from 'vitest';
import { checkHtml } from '../html/check.ts';
import { headlineOf } from './headline.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { failuresTitle, failureGroups, httpApart } from './failure-groups.ts';

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

  it('are counted with their causes, and those apart that fail no run', () => {
    const told = (level: 'MUST' | 'SHOULD', ...checks: readonly string[]) => ({
      title: 'why',
      findings: checks.map((check) => ({ ...failed(check), level })),
    });
    const all = [told('MUST', 'a/1', 'a/2'), told('SHOULD', 'a/3')];
    expect(failuresTitle([told('MUST', 'a/1')], { strict: false })).toBe('1 failure');
    expect(failuresTitle(all, { strict: false })).toBe('2 failures, 1 cause; besides, 1 SHOULD failure');
    expect(failuresTitle(all, { strict: true })).toBe('3 failures, 2 causes');
    expect(failuresTitle([told('SHOULD', 'a/3')], { strict: false })).toBe('1 failure');
  });

  it('are counted alike in the last line, the summary and the page, each told once', () => {
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
    expect(headlineOf(run).says).toBe(
      '2 causes, 4 failed checks, such as “a title” (one); besides, 1 HTTP obligation is not met and 1 SHOULD check failed',
    );
    const title = '4 failures, 2 causes; besides, 1 SHOULD failure';
    const [markdown, page] = [checkMarkdown(run), checkHtml(run, [])];
    expect(markdown).toContain(`### ${title}\n`);
    expect(page).toContain(`<h2>${title}</h2>`);
    expect(httpApart(run).map(({ check }) => check)).toEqual(['a/5']);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});
