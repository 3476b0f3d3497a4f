import { describe, expect, it } from 'vitest';
import { checkHtml } from '../../html/check.ts';
import { checkBadge } from '../badge.ts';
import { headlineOf } from '../headline.ts';
import { checkJunit } from '../formats/junit.ts';
import { checkMarkdown } from '../markdown.ts';
import { failedSpeed, sampleFinding, sampleRun } from '../sample-run.testing.ts';
import { selectionText } from './selection.ts';

const passed = sampleFinding('voices.list/is-json', '2.2');
const some = { only: ['voices.*', 'bots.*'], ofChecks: 560 } as const;
const profile = { profile: 'speech', ofChecks: 560 } as const;
const headline = (...args: Parameters<typeof sampleRun>): string => {
  const { word, says } = headlineOf(sampleRun(...args));
  return `${word}: ${says}`;
};

describe('a run of a part of the checks', () => {
  it('is no plain pass: it says which part, and of how many', () => {
    expect(headline([passed], some)).toBe('Pass (--only): 1 of 1 MUST check passed; 1 of 560 checks selected');
    expect(headline([passed], profile)).toBe(
      'Pass (profile speech): 1 of 1 MUST check passed; 1 of 560 checks selected',
    );
    expect(headline([passed], { ofChecks: 560 })).toMatch(/^Pass \(a part\): /);
    // An older folder knows no more than its profile.
    expect(headline([passed], { profile: 'speech' })).toBe('Pass (profile speech): 1 of 1 MUST check passed');
    expect(headline([passed], { profile: 'all' })).toBe('Pass: 1 of 1 MUST check passed');
    expect(headline([failedSpeed], some)).toBe('Fail: 1 of 1 MUST check failed');
    expect(selectionText(sampleRun([passed], { ...some, ...profile }))).toBe(
      '1 of 560 checks (profile speech, --only voices.* bots.*)',
    );
  });
  it('is named in every report, whatever came of it', () => {
    const run = sampleRun([failedSpeed], { ...profile });
    const selection = '1 of 560 checks (profile speech)';
    for (const report of [checkHtml(run, []), checkMarkdown(run), checkJunit(run)]) expect(report).toContain(selection);
    const page = checkHtml(sampleRun([passed], some), []);
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing: every selected check was judged; 559 other checks were not selected.',
    );
    expect(page).not.toContain('every check of this run was judged');
  });
  it('has a badge that says so', () => {
    const titleOf = (parts: object): string | undefined =>
      /<title>(.*)<\/title>/.exec(checkBadge(sampleRun([passed], parts)))?.[1];
    expect(titleOf(some)).toBe('assay, 1 of 560 checks (--only): 1 passed');
    expect(titleOf(profile)).toBe('assay, 1 of 560 checks (profile speech): 1 passed');
    expect(titleOf({ profile: 'speech' })).toBe('assay (profile speech): 1 passed');
  });
});
