import { describe, expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { emptyContext } from '../check/background.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from '../check/sample-run.testing.ts';
import { checkHtml } from './check.ts';

const flat = (page: string): string => page.replaceAll(/\s+/g, ' ');
const pageOf = (finding: Finding, exchanges: readonly Exchange[]): string =>
  flat(checkHtml(sampleRun([finding]), exchanges));
const three = ['a#1', 'a#2', 'a#3'].map((id) => sampleExchange(id));
const second: Finding = { ...failedSpeed, exchanges: ['a#1', 'a#2', 'a#3'], reproduces: 'a#2' };
const opened = /<details class="exchange" open>/g;

describe('the exchanges of a failure', () => {
  it('begin with the one that shows it, open, with its place among the others', () => {
    const page = pageOf(second, three);
    const first = page.slice(page.indexOf('<details class="exchange"'));
    expect(first).toMatch(
      /^<details class="exchange" open> ?<summary> <span class="step">Step 2 of 3: shows the failure</,
    );
    expect(page.match(opened)).toHaveLength(1);
  });

  it('go on with what led to it, folded and counted, and with what came after', () => {
    const page = pageOf(second, three);
    expect(page).toMatch(
      /<details class="steps"> ?<summary>1 step led to it<\/summary>.*Step 1 of 3: asks for speech</,
    );
    expect(page).toMatch(/<summary>1 exchange after it<\/summary>.*Step 3 of 3: asks for speech</);
  });

  it('are, of many, those of the ledger', () => {
    const many = Array.from({ length: 20 }, (_, at) => sampleExchange(`m#${at}`));
    const row = { use: 'chat', balance: '1 credit', price: 'nothing', expected: '2xx', observed: '200' };
    const ledger = [3, 9, 19].map((at) => ({ ...row, exchange: `m#${at}` }));
    const page = pageOf({ ...failedSpeed, exchanges: many.map(({ id }) => id), ledger }, many);
    const shown = [...page.matchAll(/Exchange <code>m#(\d+)</g)].map(([, at]) => at);
    expect(shown).toEqual(['19', '3', '9']);
    expect(page).toContain('<summary>19 steps led to it</summary>');
    expect(page).toContain('17 more exchanges: in exchanges.ndjson.');
    expect(page).toContain('Step 4 of 20: uses the workspace: chat, price nothing, with 1 credit left');
  });

  it('are, of many, those that sent the word which is looked for, before those that are nearer', () => {
    const word = 'zqcdfhjkmnpq';
    const many = Array.from({ length: 20 }, (_, at) => sampleExchange(`m#${at}`));
    const sent = many.map((each, at) =>
      at === 3 ? { ...each, request: { ...each.request, body: new TextEncoder().encode(word) } } : each,
    );
    const mismatch = { subject: 'isolation', expected: `nothing of ${word}`, observed: 'says it', exchange: 'm#18' };
    const finding = { ...failedSpeed, exchanges: many.map(({ id }) => id), mismatches: [mismatch], reproduces: 'm#18' };
    const shown = [...pageOf(finding, sent).matchAll(/Exchange <code>m#(\d+)</g)].map(([, at]) => at);
    expect(shown).toEqual(['18', '0', '1', '3', '14', '15', '16', '19']);
    expect(pageOf(finding, sent)).toContain(`Step 4 of 20: asks for speech, sends ${word}`);
  });

  it('are cases where each is one, and none led to another', () => {
    const page = pageOf({ ...second, case: { index: 2, of: 3 } }, three);
    expect(page).toContain('<summary>1 other case before it</summary>');
    expect(page).toContain('<summary>1 other case after it</summary>');
    expect(page).not.toContain('led to it');
  });

  it('have no number where there is but one', () => {
    expect(pageOf(failedSpeed, [sampleExchange('speech-above#0')])).toContain(
      '<span class="step">Shows the failure</span>',
    );
  });

  it('stay folded where an HTTP obligation is not met, and where nothing was judged', () => {
    expect(pageOf({ ...second, level: 'HTTP' }, three)).not.toMatch(opened);
    const open = { ...second, verdict: { is: 'inconclusive', because: '503' } } as const;
    expect(pageOf(open, three)).not.toMatch(opened);
    expect(pageOf(open, three)).not.toContain('shows the failure');
  });
});

const control = sampleFinding('speech.speed/accepts-maximum', '2.5', { exchanges: ['c#1'] });
const background = { ...emptyContext, controlOf: new Map([[failedSpeed.check, control.check]]) };
const sent = (id: string, speed: string): Exchange => {
  const exchange = answered({ id, operation: 'speech', body: 'audio' });
  const body = new TextEncoder().encode(`{"text":"Hello","voice":"alloy","speed":${speed}}`);
  return { ...exchange, request: { ...exchange.request, body } };
};

describe('a failure that has a control', () => {
  const exchanges = [sent('speech-above#0', '4.01'), sent('c#1', '4')];
  const page = flat(checkHtml(sampleRun([control, failedSpeed]), exchanges, background));
  it('says what differs from it, and marks that in the request', () => {
    expect(page).toContain('<b>Differs from its control, which succeeded:</b> speed is 4.01 (its control: 4)</p>');
    expect(page).toContain('<mark>&quot;speed&quot;: 4.01</mark>');
    expect(page).toContain('The highlighted part differs from the control.');
  });
  it('shows the request of the control too, folded and unmarked', () => {
    expect(page).toContain('Exchange <code>c#1</code>');
    expect(page.match(opened)).toHaveLength(1);
    expect(page.match(/The highlighted part differs/g)).toHaveLength(1);
  });
});

describe('an answer that repeats a secret', () => {
  const leak = (masked: boolean): string => {
    const { request, ...rest } = answered({
      id: 'speech-above#0',
      body: '{"says":"Bearer ${ASSAY_TOKEN}**"}',
      headers: [
        ['x-asked-by', 'it was ${ASSAY_'],
        ['content-type', 'application/json'],
      ],
    });
    return pageOf(failedSpeed, [{ ...rest, request, ...(masked ? { masked: true } : {}) }]);
  };
  it('has its place marked, in a field and in the body', () => {
    expect(leak(true)).toContain('x-asked-by:</span> it was <mark>${ASSAY_</mark>');
    expect(leak(true)).toContain('Bearer <mark>${ASSAY_TOKEN}**</mark>');
  });
  it('has none where nothing was masked: the same letters are the service’s own', () => {
    expect(leak(false)).not.toContain('<mark>');
  });
});
