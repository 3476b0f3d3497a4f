import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import { emptyContext } from '../check/background.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { checkHtml } from './check.ts';

const hostile = `"'><img src=x onerror=alert(1)></title></style></pre><script>alert(1)</script><!--&\0\u001b[2J\u202e`;

const broken = sampleFinding('chat.reply/rejects-unknown-bot', '4.2', {
  verdict: { is: 'inconclusive', because: '503 twice' },
  exchanges: ['gone#0'],
});
const passing = sampleFinding('errors.envelope/on-404', '7');
const skipped = sampleFinding('metering.chat/costs-one', '8.1', {
  verdict: { is: 'notApplicable', because: 'no provisioner was given' },
});
const observed = { id: 'speech.format/default', clause: '2.5', says: 'the default format', value: 'mp3' };
const run = sampleRun([passing, skipped, failedSpeed, broken], { observations: [observed] });
const refused: Exchange = {
  ...sampleExchange('gone#0'),
  response: { is: 'noAnswer', because: 'refused', detail: 'ECONNREFUSED', endedAtMs: 2 },
};
const page = checkHtml(run, [sampleExchange('speech-above#0'), refused]);

/** Every text of a result replaced, whatever field it stands in; what selects a form stays. */
function withTexts<T>(value: T, replace: (text: string) => string): T {
  const kept = new Set(['is', 'level', 'schema', 'command', 'ending', 'startedAt', 'endedAt']);
  const walk = (each: unknown, key = ''): unknown => {
    if (typeof each === 'string') return kept.has(key) ? each : replace(each);
    if (each instanceof Uint8Array) return new TextEncoder().encode(replace(''));
    if (Array.isArray(each)) return each.map((item) => walk(item, key));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, item]) => [name, walk(item, name)]));
  };
  return walk(value) as T;
}

function pageWith(replace: (text: string) => string): string {
  const exchanges: readonly Exchange[] = [sampleExchange('speech-above#0'), refused];
  return checkHtml(withTexts<Run>(run, replace), withTexts(exchanges, replace));
}

function tagsOf(text: string): readonly string[] {
  return [...text.matchAll(/<\/?[a-z][a-z0-9]*|<!/gi)].map(([tag]) => tag);
}

function textOf(markup: string): string {
  return markup
    .replace(/<style>[^]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}

describe('the page of a check run', () => {
  it('has the same elements whatever the target and its answers say', () => {
    const harmless = pageWith((text) => `${text}x`);
    expect(tagsOf(pageWith((text) => text + hostile))).toEqual(tagsOf(harmless));
  });

  it('can run nothing and fetch nothing', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:`);
    expect(page).not.toMatch(/<script|<link|<iframe|@import|\burl\(|src=|https?:\/\/(?!staging\.example)/);
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'));
  });

  it('says verdict, target, counts, price and what was not judged before anything else', () => {
    const first = textOf(page.slice(0, page.indexOf('<h2>Failures</h2>')));
    expect(first).toContain('Fail: 1 of 4 MUST checks failed');
    expect(first).toContain('https://staging.example');
    expect(first).toContain('37 credits 4 chats, 11 speeches');
    expect(first).toContain('59 credits 20 chats, 13 speeches');
    expect(first).toContain('1 inconclusive: 503 twice');
    expect(first).toContain('1 not applicable: no provisioner was given');
  });

  it('shows expected and observed side by side for every mismatch', () => {
    expect(textOf(page)).toContain('status expected a refusal (4xx) observed 200');
    expect(textOf(page)).toContain(
      'error object expected error.code and error.message, both strings observed {&quot;audioBase64&quot;:&quot;…&quot;}',
    );
  });

  it('shows the evidence of what failed, and what never answered', () => {
    expect(page).toContain(
      '<strong>POST https://staging.example/v1/audio/tts</strong>\n<span class="field">Authorization:',
    );
    expect(textOf(page)).toContain('43.1 ms +0.6 ms 49 bytes');
    expect(textOf(page)).toContain('No response header arrived: refused after 2 ms. ECONNREFUSED');
  });

  it('tells clauses in the order of the document, whatever the order they were judged in', () => {
    const clauses = page.slice(page.indexOf('<h2 id="clauses">'));
    const numbers = [...clauses.matchAll(/<p class="number">([^<]*)</g)].map(([, number]) => number);
    expect(numbers).toEqual(['2.5', '4.2', '7', '8.1']);
  });

  it('says which of several calls the curl line sends again', () => {
    const several = { ...failedSpeed, exchanges: ['speech-above#0', 'speech-above#1'], reproduces: 'speech-above#0' };
    expect(textOf(checkHtml(sampleRun([several]), []))).toContain('Reproduce call 1 of 2 curl');
  });

  it('tells of a check of an absence which control was seen, and of no other', () => {
    const absent = sampleFinding('sessions.isolation/ids', '1', { controls: ['many#1', 'many#2', 'many#3'] });
    const open = {
      ...absent,
      check: 'sessions.isolation/open',
      verdict: { is: 'inconclusive', because: 'x' },
    } as const;
    const refused = sampleFinding('speech.speed/rejects', '2.5', { controls: ['speak#1'] });
    const says = 'the bot repeats <what> it was told';
    const background = (isEither: boolean) => ({
      ...emptyContext,
      controls: new Map([absent, open].map(({ check }) => [check, { says, isEither }])),
    });
    const told = textOf(checkHtml(sampleRun([absent, open, refused]), [], background(false)));
    expect(told.match(/control seen[^.]*\./g)).toEqual([
      'control seen the bot repeats &lt;what&gt; it was told; shown by many#3 and 2 more.',
    ]);
    const once = textOf(checkHtml(sampleRun([{ ...absent, controls: ['many#1'] }]), [], background(true)));
    expect(once).toContain('control seen One of these had to hold: the bot repeats');
    expect(once).toContain('shown by many#1.');
  });

  it('tells failures of one cause together, before what was not judged, each at the address of its id', () => {
    const other = { ...failedSpeed, check: 'speech.speed/rejects-huge' };
    const causes = [{ title: 'status <200>', checks: [failedSpeed.check, other.check], likely: [] }];
    const told = checkHtml(sampleRun([passing, failedSpeed, other, broken], { causes }), []);
    expect(told).toContain('<h2>2 failed checks, 1 cause</h2>');
    expect(textOf(told)).toContain('2 failed checks, one cause: status &lt;200&gt;');
    expect(textOf(told)).toMatch(/1 more check fails with it: ?speech.speed\/ ?rejects-huge/);
    const places = [
      'id="failures"',
      `id="${failedSpeed.check}"`,
      `id="${other.check}"`,
      '<h2>Inconclusive</h2>',
      `id="${passing.check}"`,
    ];
    const found = places.map((place) => told.indexOf(place));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
    expect(told.indexOf('>Failed</h2>')).toBeLessThan(told.indexOf('>Not judged</h2>'));
  });

  it('says of the first causes what is broken, whom it concerns and what to run, before anything else', () => {
    const [first] = checkHtml(sampleRun([passing, failedSpeed]), []).split('<ul class="levels">');
    const told = textOf(String(first));
    expect(told).toContain(failedSpeed.title);
    const charge = { ...failedSpeed, check: 'metering.counts/a' };
    expect(textOf(checkHtml(sampleRun([charge]), []))).toContain('Affects whoever pays for the workspace.');
    expect(first).toMatch(/<pre\s+class="run/);
  });

  it('shows of a first cause the request, what was expected of its answer, and what came', () => {
    const [top] = page.split('<ul class="levels">');
    const [mismatch] = failedSpeed.mismatches;
    expect(textOf(String(top))).toMatch(
      /request ?POST \/v1\/audio\/tts .*expected ?status: a refusal.* ?observed ?200/,
    );
    expect(mismatch?.observed).toContain('200');
  });

  it('names the run beside its target', () => {
    expect(checkHtml(sampleRun([passing], { label: 'build 8' }), [])).toContain('<p class="target">build 8: ');
  });

  it('says of every other cause in words what is broken, and what was observed', () => {
    const others = ['b', 'c', 'd'].map((name) => ({
      ...failedSpeed,
      check: `speech.speed/${name}`,
      title: `Title ${name}`,
    }));
    const causes = others.map(({ check }) => ({ title: `cause of ${check}`, checks: [check], likely: [] }));
    const [first] = checkHtml(sampleRun(others, { causes }), []).split('<ul class="levels">');
    expect(textOf(String(first))).toMatch(/speech\.speed\/ ?d MUST Title d: cause of speech\.speed\/d/);
  });

  it('says of a first cause from when on no request succeeds', () => {
    const since = { request: 32, of: 71, failed: 40, before: sampleExchange('one#1').id };
    const causes = [{ title: 'a cause', checks: [failedSpeed.check], likely: [], since }];
    expect(textOf(checkHtml(sampleRun([failedSpeed], { causes }), [sampleExchange('one#1')]))).toMatch(
      /From about request 32 of 71 on no whole request succeeds: 40 requests got a 5xx status or no answer\. Just before: POST \S.*\./,
    );
  });

  it('says what to run to see the fault that a cause is like, and no other', () => {
    const other = { ...failedSpeed, check: 'speech.speed/b' };
    const likely = ['speed-clamped', 'speed-ignored'].map((fault) => ({ fault, share: 0.9 }));
    const cause = { title: 'a cause', checks: [failedSpeed.check, other.check], likely };
    const told = (causes: readonly (typeof cause & { similar?: string })[]): string =>
      textOf(checkHtml(sampleRun([failedSpeed, other], { causes }), []));
    expect(told([{ ...cause, similar: 'speed-clamped' }])).toMatch(
      /Similar fault: *npx assay serve --fault speed-clamped (?!.*speed-ignored)/,
    );
    expect(told([cause])).not.toContain('Similar fault');
  });

  it('says of the first causes whether they are new', () => {
    const earlier = {
      folder: 'monday',
      startedAt: '2026-11-20T05:00:00.000Z',
      verdicts: new Map([[failedSpeed.check, 'pass' as const]]),
    };
    const told = textOf(checkHtml(sampleRun([failedSpeed]), [], { ...emptyContext, earlier }));
    expect(told).toContain('New: it passed in monday (2026-11-20 05:00:00 UTC).');
  });

  it('shows a pass in amber that is not the whole story', () => {
    const should = sampleRun([passing, { ...failedSpeed, level: 'SHOULD' }]);
    expect(checkHtml(should, [])).toContain('<section class="verdict inconclusive"');
    expect(checkHtml(sampleRun([passing]), [])).toContain('<section class="verdict pass"');
  });
  it('says at the top when it was, how long it took and by what it was judged', () => {
    expect(textOf(page)).toContain(
      '2026-11-21 05:00:00 UTC · 4 checks in 12.35 s · assay 0.1.0 · document abababababab · seed 7',
    );
  });

  it('quotes the sentence of the document that a failure rests on', () => {
    const quotes = new Map([[failedSpeed.check, { section: '2.5', words: 'From <0.25> to 4.', so: 'both ends' }]]);
    const told = textOf(checkHtml(sampleRun([failedSpeed]), [], { ...emptyContext, quotes }));
    expect(told).toContain('“From &lt;0.25&gt; to 4.” – both ends The interface document, 2.5');
  });

  it('gives every element that a link goes to exactly one place', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, to] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(to);
  });

  it('has one first heading, and none that skips a level', () => {
    const levels = [...page.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, place) => level > (levels[place - 1] ?? 0) + 1)).toEqual([]);
    for (const landmark of ['<header', '<main ', '<footer']) expect(page).toContain(landmark);
  });

  it('says what was not judged also where that is nothing, and what was not reached', () => {
    expect(textOf(checkHtml(sampleRun([passing]), []))).toContain('Nothing: every check of this run was judged.');
    const plan = { ...run.plan, checks: ['a/b', 'a/c', passing.check] };
    const cut = sampleRun([passing], { complete: false, exitCode: 130, plan });
    expect(textOf(checkHtml(cut, []))).toContain('2 not reached before the run ended');
  });

  it('folds failures that are many, and names them by topic', () => {
    const many = Array.from({ length: 30 }, (_, place) => ({
      ...failedSpeed,
      check: `speech.case${place % 2}/${place}`,
    }));
    const first = checkHtml(sampleRun(many), []);
    expect(textOf(first)).toContain('28 more failures: 13 speech.case0, 15 speech.case1');
    expect(first.indexOf('28 more failures')).toBeLessThan(first.indexOf('<h2>30 failed checks</h2>'));
  });

  it('shows an exchange once, and points to it from where else it matters', () => {
    const control = { ...failedSpeed, check: 'speech.speed/rejects-far-above' };
    const both = checkHtml(sampleRun([failedSpeed, control]), [sampleExchange('speech-above#0')]);
    expect(both.match(/<details class="exchange"/g)).toHaveLength(1);
    expect(both).toContain('exchange speech-above#0</a>, shown elsewhere on this page');
  });

  it('keeps the first line break of a body, and dumps bytes that are no text', () => {
    const textual = checkHtml(sampleRun([failedSpeed]), [sampleExchange('speech-above#0', '\n\nafter two')]);
    expect(textual).toContain('tabindex="0">\n\n\nafter two</pre>');
    const binary = checkHtml(sampleRun([failedSpeed]), [sampleExchange('speech-above#0', Uint8Array.of(0xff, 0x41))]);
    expect(binary).toContain('000000  ff 41');
  });

  it('says so where the evidence was not kept', () => {
    expect(textOf(checkHtml(sampleRun([failedSpeed]), []))).toContain('exchange speech-above#0, which was not kept');
  });

  it('never lets the embedded service pass for the reader’s own', () => {
    expect(checkHtml(sampleRun([passing], { embedded: true }), [])).toContain('assay’s own reference service');
  });
});
