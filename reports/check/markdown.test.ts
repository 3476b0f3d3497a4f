import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRun } from '../arbitrary-results.testing.ts';
import { loadMarkdown } from '../load/markdown.ts';
import { checkMarkdown } from './markdown.ts';
import { markdownCodeBlock, markdownCode, markdownText } from '../text/markdown-text.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { failedSpeed, sampleFinding, sampleRun } from './sample-run.testing.ts';

describe('Markdown of a check run', () => {
  it('says which of several calls the curl line sends again', () => {
    const several = { ...failedSpeed, exchanges: ['a#1', 'a#2'], reproduces: 'a#2' };
    const says = 'Reproduce call 2 of 2, which may need the results of the calls before it:';
    expect(checkMarkdown(sampleRun([several]))).toContain(`${says}\n\n\`\`\`sh\ncurl`);
    expect(checkMarkdown(sampleRun([failedSpeed]))).not.toContain('Reproduce');
  });

  it('counts the controls that were seen, where there are any', () => {
    const says = 'passed, each with its control.';
    const seen = sampleFinding('speech.speed/rejects', '2.5', { controls: ['speak#1'] });
    expect(checkMarkdown(sampleRun([seen, sampleFinding('speech.speed/accepts', '2.5')]))).toContain(
      `1 absence or refusal check ${says}`,
    );
    expect(checkMarkdown(sampleRun([sampleFinding('speech.speed/accepts', '2.5')]))).not.toContain(says);
  });

  it('says whom a failure concerns, and whether it is new', () => {
    const charge = { ...failedSpeed, check: 'metering.counts/a' };
    const run = sampleRun([charge]);
    const verdicts = new Map([[charge.check, 'pass' as const]]);
    const earlier = { folder: 'monday', startedAt: '2026-11-23T05:00:00.000Z', verdicts };
    const concerns = 'Affects whoever pays for the workspace.';
    expect(checkMarkdown(run)).toContain(`\n\n${markdownText(concerns)}\n\n`);
    const text = checkMarkdown(run, { faults: new Map(), earlier });
    expect(text).toContain(
      `\n\n${markdownText(`${concerns} New: it passed in monday (2026-11-23 05:00:00 UTC).`)}\n\n`,
    );
  });

  it('says of a cause from when on it was, with what just before, and what its failures send', () => {
    const request = { method: 'GET', url: 'http://a/v1/voices', headers: [], body: new Uint8Array() };
    const cause = { title: 'a cause', checks: [failedSpeed.check], likely: [] };
    const of = (more: object) =>
      checkMarkdown(sampleRun([failedSpeed], { causes: [{ ...cause, ...more }] }), undefined, {
        exchangeOf: () => ({ request }),
      });
    const since = { request: 32, of: 71, failed: 40, before: 'one#1' };
    const upset =
      'From about request 32 of 71 on no whole request succeeds: 40 requests got a 5xx status or no answer.';
    expect(of({ since })).toContain(markdownText(`${upset} Just before: GET /v1/voices.`));
    const common = { request: 'a chat', passed: 0, of: 9 };
    expect(of({ common })).toContain(markdownText('send a chat, and none of the 9 that passed.'));
  });

  it('shows of a long ledger the last rows: the request that is judged is the last one', () => {
    const row = { exchange: 'spend#1', use: 'chat', balance: '1 credit', price: '1', expected: '2xx', observed: '200' };
    const ledger = Array.from({ length: 12 }, (_, at) => (at < 11 ? row : { ...row, parts: true as const }));
    const text = checkMarkdown(sampleRun([{ ...failedSpeed, ledger }]));
    expect(text).toContain('\n| ✗ 12 |');
    expect(text).toContain('\n| 5 |');
    expect(text).not.toContain('\n| 4 |');
  });

  it('begins with the verdict and tells failures with expected and observed on adjacent lines', () => {
    const text = checkMarkdown(sampleRun([failedSpeed, sampleFinding('errors.envelope/on-404', '7')]));
    expect(text).toMatch(/^## ✗ Fail: 1 of 2 MUST checks failed\n/);
    expect(text).toContain('  - expected `a refusal (4xx)`\n  - observed `200`\n');
    expect(text).toContain('```sh\ncurl -sS');
  });

  it('says what was not judged and why', () => {
    const away = sampleFinding('metering.chat/costs-one', '8.1', {
      verdict: { is: 'notApplicable', because: 'no provisioner' },
    });
    expect(checkMarkdown(sampleRun([away]))).toContain('| – not applicable | 1 | `no provisioner` |');
  });

  it('takes fewer than 60 lines whatever the run, names each of many causes, and says how many there are besides', () => {
    const many = Array.from({ length: 200 }, (_, place) => ({ ...failedSpeed, check: `speech.speed/case-${place}` }));
    const text = checkMarkdown(sampleRun(many));
    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).toContain('### 200 failed checks');
    expect(text).toContain('| `speech.speed/case-9` |');
    expect(text).toContain('… and 190 more causes: `speech.speed/case-10`, ');
    fc.assert(
      fc.property(arbitraryRun, (run) => {
        expect(checkMarkdown(run).split('\n').length).toBeLessThan(60);
      }),
      { numRuns: 100 },
    );
  });

  it('tells a cause once, by the failure that shows it best', () => {
    const many = Array.from({ length: 30 }, (_, place) => ({ ...failedSpeed, check: `speech.speed/case-${place}` }));
    const causes = [{ title: 'x', checks: many.map(({ check }) => check), similar: 'speed-clamped', likely: [] }];
    const quotes = new Map([['speech.speed/case-0', { section: '2.5', words: 'From 0.25 to 4 inclusive.' }]]);
    const text = checkMarkdown(sampleRun(many, { causes }), { faults: new Map(), quotes });
    expect(text).toContain('### 30 failed checks, 1 cause');
    expect(text).toContain('| 30, like `speed-clamped` |');
    expect(text).toContain('both ends included; the document says in 2.5: “From 0.25 to 4 inclusive.”');
    expect(text).not.toContain('case-1`');
  });

  it('stays within it too where every text of the target is long, and says that something is missing', () => {
    const long = '`|<&'.repeat(5_000);
    const many = Array.from({ length: 300 }, (_, place) => ({
      ...failedSpeed,
      check: `speech.speed/case-${place}`,
      mismatches: Array.from({ length: 20 }, () => ({ subject: long, expected: long, observed: long })),
      reproduce: long,
    }));
    const observations = many.map(({ check }) => ({ id: check, clause: '2.5', says: 'what', value: long }));
    const text = checkMarkdown(sampleRun(many, { observations, drift: [] }));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/^## ✗ Fail: 300 of 300 MUST checks failed\n/);
    expect(text).toContain('| `speech.speed/case-5` |');
    expect(text).toContain('`report.html` has it');
    expect(text.match(/<details>/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
  });

  it('has failures in a table first, and each in full behind a line to open', () => {
    const faults = new Map([[failedSpeed.check, { id: 'speed-clamped', mistake: 'A speed above 4 is taken for 4.' }]]);
    const causes = [{ title: 'x', checks: [failedSpeed.check], similar: 'speed-clamped', likely: [] }];
    const text = checkMarkdown(sampleRun([failedSpeed], { causes }), { faults });
    expect(checkMarkdown(sampleRun([failedSpeed]), { faults })).not.toContain('--fault');
    expect(text).toContain(
      '| `speech.speed/rejects-above-maximum` | MUST | 2.5, 8.2 | status: `a refusal (4xx)` | `200` (and 1 more) | 1 |',
    );
    expect(text).toContain('`npx assay serve --fault speed-clamped`');
    expect(text.indexOf('| clearest check |')).toBeLessThan(text.indexOf('<details>'));
  });

  it('lets nothing close the line to open', () => {
    const hostile = { ...failedSpeed, check: 'a/</summary><img src=x>' };
    const outsideOfCode = checkMarkdown(sampleRun([hostile])).replace(/`[^`\n]*`/g, '');
    expect(outsideOfCode.match(/<\/summary>/g)).toHaveLength(2);
    expect(outsideOfCode).not.toContain('<img');
  });

  it('keeps a table in shape whatever the target says', () => {
    const hostile = 'a | b `c` <img src=x>\n| d \\| e';
    const away = { ...failedSpeed, verdict: { is: 'inconclusive', because: hostile } } as const;
    const row =
      checkMarkdown(sampleRun([away]))
        .split('\n')
        .find((line) => line.startsWith('| ? inconclusive')) ?? '';
    expect(row.match(/\|/g)).toHaveLength(4);
    expect(row).not.toMatch(/<img/);
  });
});

describe('Markdown of a load run', () => {
  it('has a row for each quantity with its number of samples', () => {
    const text = loadMarkdown(sampleLoad({ failures: { 'a|b': 2 } }));
    expect(text).toContain(
      '| **TTFT** (intended start to the first event with text of the reply) | 40 | 96.0 | 120.0 |',
    );
    expect(text).toContain('| <code>a&#124;b</code> | 2 |');
  });
});

describe('Markdown texts', () => {
  it('make no markup, link or mention', () => {
    expect(markdownText('**x** [a](b) <b> @team https://x www.x.y')).toBe(
      '\\*\\*x\\*\\* \\[a\\](b) \\<b> @\u200bteam https\\://x www\\.x.y',
    );
    const plain = '167.4 ms at 05:00:00; p95: 3 > 2, first_event {2.5}, 3.5, A & B! C';
    expect(markdownText(plain)).toBe(plain);
    expect(markdownText('-5 %')).toBe('-5 %');
    expect([
      markdownText('1. x'),
      markdownText('- x'),
      markdownText('--'),
      markdownText('_x_'),
      markdownText('&lt; :cat:'),
      markdownText('> x'),
    ]).toEqual([
      String.raw`1\. x`,
      String.raw`\- x`,
      String.raw`\--`,
      String.raw`\_x\_`,
      String.raw`\&lt; \:cat:`,
      String.raw`\> x`,
    ]);
  });

  it('cannot end the code that they stand in', () => {
    expect(markdownCode('plain')).toBe('`plain`');
    expect(markdownCode('a`b')).toBe('<code>a&#96;b</code>');
    expect(markdownCode('')).toBe('(empty)');
    expect(markdownCodeBlock('sh', 'echo ```x```')).toBe('````sh\necho ```x```\n````');
  });
});
