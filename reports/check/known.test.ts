import { describe, expect, it } from 'vitest';
import type { KnownFailureState } from '../../conformance/model/run.ts';
import { clausesOf } from './clauses.ts';
import { checkHtml } from '../html/check.ts';
import { checkJunit } from './formats/junit.ts';
import { checkMarkdown } from './markdown.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { clauseLine, driftBlock, knownBlock, lastLine } from './terminal.ts';
import { headlineOf } from './headline.ts';

const plain = { colour: false, width: 100 };
const as = (is: KnownFailureState['is']): { readonly knownFailure: KnownFailureState } => ({
  knownFailure: { is, reason: 'fixed in 2.1', expires: '2026-12-31' },
});
const known = { ...failedSpeed, ...as('known') };
const stale = sampleFinding('speech.speed/accepts-maximum', '2.5', as('stale'));
const expired = { ...failedSpeed, check: 'chat.reply/is-json', clause: '4.2', ...as('expired') };
const open = sampleFinding('errors.envelope/is-json', '7', {
  verdict: { is: 'inconclusive', because: '503 twice' },
  ...as('inconclusive'),
});
const other = { ...failedSpeed, check: 'speech.speed/rejects-text' };
const passed = sampleFinding('voices.list/is-json', '4.4');
const all = sampleRun([known, stale, expired, open, passed], { exitCode: 1 });

describe('the headline', () => {
  const says = (...args: Parameters<typeof sampleRun>): string => headlineOf(sampleRun(...args)).says;
  it.each([
    [says([known, passed], { exitCode: 0 }), '1 MUST check failed, all of them known failures'],
    [says([known, other], { exitCode: 1 }), '1 of 2 MUST checks failed, 1 more is a known failure'],
    [says([stale, passed], { exitCode: 1 }), 'nothing failed, but a known failure is stale'],
    [says([known, stale], { exitCode: 1 }), 'nothing else failed, but a known failure is stale'],
    [
      says([expired, stale, passed], { exitCode: 1 }),
      '1 of 3 MUST checks failed, and 2 known failures are stale or expired',
    ],
  ])('is: %s', (said, expected) => expect(said).toBe(expected));
});

describe('known, stale and expired failures', () => {
  it('stand in the lines of their clauses', () => {
    expect(
      clausesOf(all)
        .map((clause) => clauseLine(clause, plain))
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "✗ 2.5  speech.speed             2 checks, 1 known failure, 1 stale
      ✗ 4.2  chat.reply               1 check, 1 failed, 1 expired
      ✓ 4.4  voices.list              1 check
      ? 7    errors.envelope          1 check, 1 inconclusive"
    `);
    const [only] = clausesOf(sampleRun([known]));
    expect(only && clauseLine(only, { ...plain, colour: true })).toContain('\u001b[33m✗');
  });
  it('have a block of the terminal, with what to do', () => {
    expect(knownBlock(all.findings, plain)).toMatchInlineSnapshot(`
      "✗ speech.speed/rejects-above-maximum
          known failure until 2026-12-31 (fixed in 2.1)
      ✗ speech.speed/accepts-maximum
          stale: it passes now; take it out of the known failures (fixed in 2.1)
      ✗ chat.reply/is-json
          expired on 2026-12-31; fix it, or give it a new day and a reason (fixed in 2.1)
      ? errors.envelope/is-json
          not judged this time until 2026-12-31 (fixed in 2.1)"
    `);
    expect(lastLine(all, plain)).toContain('2 failed (1 of them known)');
  });
  it('have a table in Markdown, and only what counts is told as a failure', () => {
    const text = checkMarkdown(all);
    expect(text).toContain('### Known failures');
    expect(text).toContain(
      '| `speech.speed/accepts-maximum` | stale: it passes now; take it out of the known failures | 2026-12-31 | fixed in 2.1 |',
    );
    expect(text.match(/^\| `[^|]*\| MUST \|.*$/gm)).toEqual([
      expect.stringContaining('| `chat.reply/is-json` | MUST | 4.2, 8.2 |') as string,
    ]);
  });
  it('are skipped in JUnit where they are known, and failures where they are stale or expired', () => {
    const xml = checkJunit(all);
    expect(xml).toContain('tests="5" failures="2" errors="1" skipped="1"');
    expect(xml).toContain('<skipped message="known failure until 2026-12-31 (fixed in 2.1)"/>');
    expect(xml).toContain(
      '<failure message="stale: it passes now; take it out of the known failures (fixed in 2.1)" type="stale">',
    );
    expect(xml).toContain('type="expired"');
  });
  it('have a table of the page, and links that go somewhere', () => {
    const page = checkHtml(all, [sampleExchange('speech-above#0')]);
    expect(page).toContain('<h2>Known failures</h2>');
    expect(page).toContain('<h2>Failures that are known</h2>');
    expect(page.indexOf('stale: it passes now')).toBeLessThan(page.indexOf('<h2>Failures that are known</h2>'));
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, to] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(to);
  });
});

describe('drift', () => {
  const drift = [
    { id: 'speech.format/default', clause: '2.5', says: 'The default format', was: 'audio/mpeg', now: 'a|<b>' },
  ];
  const run = sampleRun([passed], { drift });
  it('is told in the terminal', () => {
    expect(driftBlock(drift, plain)).toMatchInlineSnapshot(`
      "1 observation drifted from the dialect
        speech.format/default  2.5
          The default format
          was  audio/mpeg
          now  a|<b>"
    `);
  });
  it('is told in Markdown and on the page, and counts for nothing', () => {
    expect(checkMarkdown(run)).toContain(
      '| 2.5 | The default format | `audio/mpeg` | <code>a&#124;&#60;b&#62;</code> |',
    );
    expect(checkHtml(run, [])).toContain('<td>a|&lt;b&gt;</td>');
    expect(checkHtml(sampleRun([passed], { drift: [] }), [])).toContain('matches the dialect');
    expect(headlineOf(run).is).toBe('pass');
  });
});
