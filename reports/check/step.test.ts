import { describe, expect, it } from 'vitest';
import { checkCtrf } from './formats/ctrf.ts';
import { checkJunit } from './formats/junit.ts';
import { checkMarkdown } from './markdown.ts';
import { causeBlock } from './cause.ts';
import { askedText, exchangesById, requestsBefore } from './step.ts';
import { failedSpeed, sampleExchange, sampleRun } from './sample-run.testing.ts';
import { checkSarif } from './formats/sarif.ts';

const exchanges = ['a#0', 'a#1', 'speech-above#0'].map((id) => sampleExchange(id));
const asked = 'POST /v1/audio/tts  {"text":"Hello","voice":"alloy","speed":4.01}';

/** What each format for others' tools says of a run in which this failed. */
function saidOf(finding: typeof failedSpeed): Readonly<Record<string, string>> {
  const run = sampleRun([finding]);
  return {
    Markdown: checkMarkdown(run, undefined, { exchangeOf: exchangesById(exchanges) }),
    JUnit: checkJunit(run, exchanges).replaceAll('&quot;', '"'),
    CTRF: checkCtrf(run, exchanges).replaceAll('\\"', '"'),
    SARIF: checkSarif(run, exchanges, { faults: new Map() }).replaceAll('\\"', '"'),
  };
}

it('a request says who asks, where that is nobody with a token', () => {
  const ask = (field?: string, url = 'http://a/v1/bots/b/chat') =>
    askedText({
      method: 'POST',
      url,
      headers: field === undefined ? [] : [['Authorization', field]],
      body: Buffer.from('{"message":"a"}'),
    });
  expect(ask()).toBe('POST /v1/bots/b/chat  (no Authorization)  {"message":"a"}');
  expect(ask('Bearer ${ASSAY_TOKEN}')).toBe('POST /v1/bots/b/chat  {"message":"a"}');
  expect(ask('Bearer ${WORKSPACE_TOKEN_of_2}')).toBe('POST /v1/bots/b/chat  {"message":"a"}');
  expect(ask('Bearer ${WORKSPACE_TOKEN_owner}')).toContain('  (token of the workspace “owner”)  ');
  expect(ask('Bearer ${WORKSPACE_TOKEN_another_one}')).toContain('  (token of the workspace “another one”)  ');
  expect(ask('Bearer not-a-token-of-anybody')).toContain('  (no valid token)  ');
  expect(ask('Bearer ${ASSAY_OTHER_TOKEN}')).toContain('  (token of another workspace)  ');
  expect(ask('Bearer ${ASSAY_TOKEN};')).toContain('  (Authorization: Bearer ${ASSAY_TOKEN};)  ');
  expect(ask(undefined, 'http://a/v1/voices')).toBe('POST /v1/voices  {"message":"a"}');
});

describe('the request that shows a failure', () => {
  it('stands in every format where no curl line sends it', () => {
    const again = {
      reproduce: 'npx assay reproduce DIR speech.speed/rejects-above-maximum',
      reproduceBy: 'command',
    } as const;
    const [only] = failedSpeed.exchanges;
    for (const [format, text] of Object.entries(saidOf({ ...failedSpeed, ...again })))
      expect(text, `${format}, ${only}`).toContain(asked);
    const several = { ...failedSpeed, ...again, exchanges: ['a#0', 'a#1'], mismatches: [] };
    for (const [format, text] of Object.entries(saidOf({ ...several, reproduces: 'a#1' })))
      expect(text, format).toContain(`call 2 of 2: ${asked}`);
  });
  it('is not named where nothing failed', () => {
    const open = { is: 'inconclusive', because: '503 twice' } as const;
    const again = {
      reproduce: 'npx assay reproduce DIR speech.speed/rejects-above-maximum',
      reproduceBy: 'command',
    } as const;
    for (const [format, text] of Object.entries(saidOf({ ...failedSpeed, ...again, verdict: open, mismatches: [] })))
      expect(text, format).not.toContain(asked);
  });
  it('is told in no file twice where a curl line sends it', () => {
    for (const [format, text] of Object.entries(saidOf(failedSpeed))) expect(text, format).not.toContain(asked);
  });
});

describe('a request in a line', () => {
  const { request } = sampleExchange('a#0');
  const rawly = (raw: string, body = ''): string => askedText({ ...request, raw, body: Buffer.from(body) });
  it('is of raw bytes what they begin with, and the body', () => {
    expect(rawly('OPTIONS /v1/audio/voices HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('OPTIONS /v1/audio/voices  (raw bytes)');
    const body = '{"message":"café"}';
    expect(rawly(`POST /v1/bots/a/chat HTTP/1.0\r\nHost: a\r\n\r\n${body}`, body)).toBe(
      `POST /v1/bots/a/chat HTTP/1.0  ${body}  (raw bytes)`,
    );
    expect(rawly('GET http://a/v1/audio/voices HTTP/1.1\r\n\r\n')).toBe('GET http://a/v1/audio/voices  (raw bytes)');
    expect(rawly('THIS IS NO REQUEST LINE\r\n\r\n')).toBe('THIS IS NO REQUEST LINE  (raw bytes)');
  });
  it('has the body as it was sent, if it was to be another', () => {
    const head = 'POST /v1/bots/a/chat HTTP/1.1\r\nContent-Length: 18\r\n\r\n';
    const meant = '{"message":"Hello"}';
    expect(rawly(head + meant.slice(0, 14), meant)).toBe('POST /v1/bots/a/chat  {"message":"He  (raw bytes)');
    expect(rawly(head + meant, meant)).toBe(`POST /v1/bots/a/chat  ${meant}  (raw bytes)`);
  });
  it('says how large a long body is, and no number of what was cut before', () => {
    const huge = askedText({ ...request, body: Buffer.from(`{"message":{},"padding":"${'x'.repeat(2 ** 21)}"}`) });
    expect(huge).toMatch(/x… \(2\.0 MB\)$/);
    expect(huge.length).toBeLessThan(160);
  });
  it('has as much of a long text as there is room for', () => {
    const asked = (text: string, more = {}): string =>
      askedText({ ...request, body: Buffer.from(JSON.stringify({ text, ...more })) });
    const long = `${'a'.repeat(100)}${'z'.repeat(30)}`;
    const [most, fewer] = [70, 35].map((letters) => `{"text":"${'a'.repeat(letters)}…`);
    expect(asked('a'.repeat(90))).toBe(`POST /v1/audio/tts  {"text":"${'a'.repeat(90)}"}`);
    expect(asked(long)).toBe(`POST /v1/audio/tts  ${most}${'z'.repeat(20)}"}`);
    expect(asked(long, { voice: 'alloy' })).toBe(`POST /v1/audio/tts  ${fewer}${'z'.repeat(15)}","voice":"alloy"}`);
    expect(asked(long, { voice: 'b'.repeat(100) })).toBe(
      `POST /v1/audio/tts  {"text":"${'a'.repeat(20)}…","voice":"${'b'.repeat(20)}…"}`,
    );
  });
  it('has the header fields that most requests have otherwise or not at all', () => {
    const withFields = (...headers: [string, string][]): string =>
      askedText({ ...request, body: Buffer.from('{}'), headers: [...request.headers, ...headers] });
    expect(
      withFields(
        ['Accept', '*/*'],
        ['content-type', 'application/json'],
        ['x-request-id', '1'],
        ['x-gate', '${HEADER x-gate}'],
      ),
    ).toBe('POST /v1/audio/tts  {}');
    expect(withFields(['Accept', 'text/html'], ['Range', 'bytes=0-1'])).toBe(
      'POST /v1/audio/tts  (Accept: text/html, Range: bytes=0-1)  {}',
    );
  });
  it('names all that are on one connection', () => {
    const [first, second] = ['POST /v1/audio/tts HTTP/1.1\r\nHost: a\r\n\r\n{"a":1}', 'GET /b HTTP/1.1\r\n\r\n'];
    expect(rawly(first + second)).toBe('POST /v1/audio/tts  {"a":1}, then GET /b  (raw bytes on one connection)');
  });
});

describe('what an answer rests on', () => {
  const [told, first, second, shown] = ['told', 'try#1', 'try#2', 'shown'].map((id) => sampleExchange(id));
  const [mismatch] = failedSpeed.mismatches;
  const rests = {
    ...failedSpeed,
    reproduceBy: 'command' as const,
    exchanges: ['told', 'try#1', 'try#2', 'shown'],
    reproduces: 'shown',
    mismatches: mismatch ? [{ ...mismatch, exchange: 'shown', restsOn: ['told', 'try#1', 'try#2', 'gone'] }] : [],
  };
  const tried = [first, second].map((each) => ({
    ...(each ?? sampleExchange('')),
    request: { ...sampleExchange('').request, headers: [['authorization', 'Bearer not-a-token-of-anybody']] as const },
  }));
  const all = [told, ...tried, shown].flatMap((each) => each ?? []);
  const exchangeOf = exchangesById(all.map((each, at) => ({ ...each, id: rests.exchanges[at] ?? '' })));
  it('is told before it, what is alike once and with how often', () => {
    expect(requestsBefore(rests, exchangeOf)).toEqual([
      `${asked}  → 200`,
      '2 × POST /v1/audio/tts  (no valid token)  → 200',
    ]);
    expect(requestsBefore(failedSpeed, exchangeOf)).toEqual([]);
  });
  it('is not told before it, where it was sent later', () => {
    const later = { ...sampleExchange('try#1'), startedAt: '9999-01-01T00:00:00.000Z' };
    expect(requestsBefore(rests, (id) => (id.startsWith('try') ? later : exchangeOf(id)))).toEqual([`${asked}  → 200`]);
  });
  it('stands in the terminal and in Markdown', () => {
    const style = { colour: false, width: 100 };
    const cause = { title: 'a', checks: [rests.check], likely: [] };
    expect(causeBlock(cause, [rests], { style, exchangeOf })).toContain(
      '    before    2 × POST /v1/audio/tts  (no valid token)  → 200\n    request ',
    );
    expect(checkMarkdown(sampleRun([rests]), undefined, { exchangeOf })).toContain(
      '- before it `2 × POST /v1/audio/tts  (no valid token)  → 200`',
    );
  });
});
