import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import { decodedAnswerOf } from '../../conformance/decoded/decoded-answer.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { checkMarkdown } from '../check/markdown.ts';
import { checkHtml } from './check.ts';

const background = {
  faults: new Map([[failedSpeed.check, { id: 'speed-clamped', mistake: 'A speed above 4 is taken for 4.' }]]),
  decodedAnswerOf,
};
const like = (similar?: string) => ({
  causes: [{ title: 'x', checks: [failedSpeed.check], likely: [], ...(similar === undefined ? {} : { similar }) }],
});

function pageOf(exchange: Exchange, parts: Partial<Finding> = {}): string {
  const finding = { ...failedSpeed, exchanges: [exchange.id], ...parts };
  return checkHtml(sampleRun([finding]), [exchange], background);
}

const streamed = (body: string | Uint8Array): Exchange =>
  answered({
    operation: 'stream',
    body,
    headers: [['Content-Type', 'text/event-stream']],
    chunks: [
      { atMs: 20, bytes: 12 },
      { atMs: 45, bytes: body.length - 12 },
    ],
  });

describe('the evidence of a failure', () => {
  it('names the one mistake that its cause is like, and how to see it', () => {
    const page = (similar?: string) => checkHtml(sampleRun([failedSpeed], like(similar)), [], background);
    expect(page('speed-clamped')).toContain('<code>npx assay serve --fault speed-clamped</code>');
    // The mistake that the check is there to find is as likely another one.
    expect(page()).not.toContain('--fault');
    expect(page('another')).not.toContain('--fault');
    const open = { ...failedSpeed, verdict: { is: 'inconclusive', because: '503' } } as const;
    expect(checkHtml(sampleRun([open], like('speed-clamped')), [], background)).not.toContain('--fault');
  });

  it('names none for what fuzz found, whose property meets hundreds of mistakes', () => {
    const found = sampleRun([failedSpeed], { command: 'fuzz', ...like('speed-clamped') });
    expect(checkHtml(found, [], background)).not.toContain('--fault');
    expect(checkMarkdown(found, background)).not.toContain('--fault');
    expect(checkMarkdown(sampleRun([failedSpeed], like('speed-clamped')), background)).toContain('--fault');
  });

  it('marks the range in the body of its exchange', () => {
    const exchange = streamed('data: one\n\nDate: two\n\n');
    const range = { exchange: exchange.id, at: 11, bytes: 9 };
    const marked = pageOf(exchange, { mismatches: [{ subject: 'a', expected: 'b', observed: 'c', range }] });
    expect(marked).toContain('data: one\n\n<mark>Date: two</mark>\n\n</pre>');
    const elsewhere = { ...range, exchange: 'other#0' };
    expect(
      pageOf(exchange, { mismatches: [{ subject: 'a', expected: 'b', observed: 'c', range: elsewhere }] }),
    ).not.toContain('<mark>');
  });

  it('marks in an exchange that several failures share what each of them found', () => {
    const exchange = streamed('data: one\n\nDate: two\n\nIdea: three\n\n');
    const found = [11, 22].map((at) => ({
      ...failedSpeed,
      check: `stream.a/${at}`,
      exchanges: [exchange.id],
      mismatches: [{ subject: 'a', expected: 'b', observed: 'c', range: { exchange: exchange.id, at, bytes: 4 } }],
    }));
    const page = checkHtml(sampleRun(found), [exchange], background);
    expect(page).toContain('<mark>Date</mark>: two\n\n<mark>Idea</mark>: three');
  });

  it('lists the events of a stream with their data and times, on the line of its chunks', () => {
    const page = pageOf(streamed('data: one\n\n:\nevent: end\nid: 7\ndata: <two>\n\n')).replace(/\s+/g, ' ');
    expect(page).toContain('<h4>2 events</h4>');
    expect(page).toContain('<li> <span>20 ms</span> <code>one</code> </li>');
    expect(page).toContain('<span>45 ms</span> <code><span class="field">end, id 7</span> &lt;two&gt;</code>');
    expect(page).toContain('2 chunks within 45 ms, below it 2 events');
  });

  it('plays audio by its own type, from the page itself', () => {
    const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.from([4, 0, 0, 0]), Buffer.from('WAVE')]);
    const spoken = (audio: Buffer): Exchange =>
      answered({ operation: 'speech', body: { audioBase64: audio.toString('base64'), contentType: '"><script>' } });
    expect(pageOf(spoken(wav))).toContain(
      `<audio controls preload="none" src="data:audio/wav;base64,${wav.toString('base64')}"></audio>`,
    );
    expect(pageOf(spoken(Buffer.from('no audio')))).not.toContain('<audio');
    const long = pageOf(spoken(Buffer.concat([wav, Buffer.alloc(200_000)])));
    expect(long).not.toContain('<audio');
    expect(long).toContain('Audio, 200012 bytes: too long to be played here');
  });

  it('shows what was sent byte by byte, and what stood behind the answer', () => {
    const { request, ...rest } = answered({
      onWire: { version: '1.1', rest: 'HTTP/1.1 500 \r\n', closed: true, interim: [100] },
    });
    const page = pageOf({ ...rest, request: { ...request, raw: 'GET / HTTP/1.1\r\nHost: a\n\n' } });
    expect(page).toContain('GET / HTTP/1.1\\r\nHost: a\n\n</pre>');
    expect(page).toContain('HTTP/1.1, after 100; the service closed the connection; after the answer came');
    expect(page).toContain('HTTP/1.1 500 \\r\n</pre>');
  });

  it('shows a compressed body as what it says', () => {
    const exchange = sampleExchange('a#0', 'zipped');
    const page = checkHtml(sampleRun([{ ...failedSpeed, exchanges: ['a#0'] }]), [exchange], {
      faults: new Map(),
      decodedAnswerOf: () => ({ content: new TextEncoder().encode('unzipped') }),
    });
    expect(page).toContain('Shown without its content coding; on the wire it has 6 bytes.');
    expect(page).toContain('unzipped</pre>');
  });

  it('shows of many exchanges the one that shows it, then the first, and the last before it', () => {
    const ids = Array.from({ length: 20 }, (_, place) => `speak#${place}`);
    const page = checkHtml(
      sampleRun([{ ...failedSpeed, exchanges: ids }]),
      ids.map((id) => sampleExchange(id)),
      background,
    );
    const shown = [...page.matchAll(/Exchange <code>speak#(\d+)</g)].map(([, place]) => place);
    expect(shown).toEqual(['19', '0', '1', '15', '16', '17', '18']);
    expect(page).toContain('<summary>19 steps led to it</summary>');
    expect(page).toContain('13 more exchanges: in exchanges.ndjson.');
  });
});

describe('where everything is wrong at length', () => {
  const quotes = '"<&>\u0001'.repeat(40_000);
  const count = 500;
  const findings = Array.from({ length: count }, (_, place) =>
    sampleFinding(`speech.case${place % 20}/${place}`, '2.5', {
      verdict: { is: place % 3 === 0 ? 'inconclusive' : 'fail', because: `${place}${quotes}` },
      mismatches: Array.from({ length: 30 }, () => ({ subject: quotes, expected: quotes, observed: quotes })),
      exchanges: [`p${place}#0`, `p${place}#1`, `p${place}#2`],
      reproduce: quotes.slice(0, 4_000),
    }),
  );
  const exchanges = findings.flatMap((finding) => finding.exchanges.map((id) => sampleExchange(id, quotes)));
  const observation = { id: 'a/b', clause: '2.5', says: 'what', value: quotes };
  const run = sampleRun(findings, { observations: Array.from({ length: 30 }, () => observation) });
  const page = checkHtml(run, exchanges, background);

  it('the page stays under 2 MB, and says what it leaves out', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).toContain('left out to keep this page small; exchanges.ndjson has them');
    expect(page).toContain('Exchange <code>p');
  });

  it('every check is still told, and every link leads somewhere', () => {
    for (const { check } of findings) expect(page).toContain(`-${check.split('/')[1] ?? ''}`.slice(1));
    const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect([...page.matchAll(/href="#([^"]*)"/g)].filter(([, to]) => to !== undefined && !ids.has(to))).toEqual([]);
    expect([...page.matchAll(/<article\s+class="finding/g)]).toHaveLength(count);
  });
});

describe('where one cause has more failures than the page has room for', () => {
  const found = (check: string): Finding => ({ ...failedSpeed, check, exchanges: [`${check}#0`] });
  const [followers, last] = [
    Array.from({ length: 200 }, (_, place) => found(`a.follows/${place}`)),
    found('z.last/alone'),
  ];
  const open = { ...found('z.open/one'), verdict: { is: 'inconclusive', because: 'the bot is silent' } } as const;
  const findings = [found('a.leads/all'), ...followers, last, open];
  const causes = [
    { title: 'many', checks: ['a.leads/all', ...followers.map(({ check }) => check)], likely: [] },
    { title: 'another', checks: [last.check], likely: [] },
  ];
  const exchanges = findings.map(({ check }) => sampleExchange(`${check}#0`, 'a'.repeat(30_000)));
  const page = checkHtml(sampleRun(findings, { causes }), exchanges, background);

  it('shows of every cause the exchange, and what could not be judged, before what only fails with the first', () => {
    for (const check of ['a.leads/all', 'z.last/alone', 'z.open/one'])
      expect(page).toContain(`Exchange <code>${check}#0</code>`);
    expect(page).not.toContain('Exchange <code>a.follows/199#0</code>');
  });

  it('says of each what is wrong and its command before it shows exchanges of any', () => {
    expect(page.match(/<h4>Reproduce/g)).toHaveLength(findings.length);
    expect(page).toContain('left out to keep this page small; exchanges.ndjson has them');
  });

  it('says where there is room for a line only, and where the rest is', () => {
    const told = 'There is no room for it: '.repeat(20);
    const wordy = findings.map((finding) => ({
      ...finding,
      mismatches: Array.from({ length: 8 }, () => ({ subject: told, expected: told, observed: told })),
    }));
    const short = checkHtml(sampleRun(wordy, { causes }), exchanges, background).replace(/\s+/g, ' ');
    expect(short).toMatch(
      /\d+ of them are told in a line each, to keep this page small; run.json has what each expected/,
    );
    expect(short).toContain('Exchange <code>z.last/alone#0</code>');
  });
});

describe('where there is much to hear', () => {
  it('the page plays what there is room for, and shows the other exchanges without their audio', () => {
    const wav = Buffer.concat([
      Buffer.from('RIFF'),
      Buffer.from([4, 0, 0, 0]),
      Buffer.from('WAVE'),
      Buffer.alloc(140_000),
    ]);
    const body = { audioBase64: wav.toString('base64'), contentType: 'audio/wav' };
    const findings = Array.from({ length: 12 }, (_, place) => ({
      ...failedSpeed,
      check: `speech.speed/${place}`,
      exchanges: [`p${place}#0`],
    }));
    const exchanges = findings.map((_, place) => answered({ id: `p${place}#0`, operation: 'speech', body }));
    const page = checkHtml(sampleRun(findings), exchanges, background);
    expect(page.match(/<details class="exchange"/g)).toHaveLength(12);
    expect(page.match(/<audio/g)).toHaveLength(3);
    expect(page.match(/Its audio is left out to keep this page small/g)).toHaveLength(9);
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
  });
});

describe('what could not be judged', () => {
  it('is told once for each reason, with every check and one example', () => {
    const because = 'connection refused';
    const findings = Array.from({ length: 30 }, (_, place) =>
      sampleFinding(`a.b/${place}`, '4.2', {
        verdict: { is: 'inconclusive', because },
        exchanges: [`p${place}#0`],
      }),
    );
    const page = checkHtml(
      sampleRun(findings),
      findings.map((_, place) => sampleExchange(`p${place}#0`)),
      background,
    );
    expect(page.match(/<article/g)).toHaveLength(1);
    expect(page.match(/<details class="exchange"/g)).toHaveLength(1);
    expect(page.match(/id="a\.b\/\d+"/g)).toHaveLength(30);
  });
});
