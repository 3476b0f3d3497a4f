import { describe, expect, it } from 'vitest';
import { checkCtrf } from './formats/ctrf.ts';
import { checkJunit } from './formats/junit.ts';
import { checkMarkdown } from './markdown.ts';
import { causeBlock } from './cause.ts';
import { exchangesById } from '../exchange/exchange-of.ts';
import { requestsBefore } from './shown-request.ts';
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

describe('how long an answer took', () => {
  const [mismatch] = failedSpeed.mismatches;
  const shown = (status: number, more = {}) => {
    const exchange = { ...sampleExchange('a'), response: { ...sampleExchange('a').response, status, ...more } };
    const finding = { ...failedSpeed, mismatches: mismatch ? [{ ...mismatch, exchange: 'a' }] : [] };
    const cause = { title: 'a', checks: [finding.check], likely: [] };
    const exchangeOf = () => exchange as ReturnType<typeof sampleExchange>;
    return causeBlock(cause, [finding], { style: { colour: false, width: 100 }, exchangeOf });
  };
  it('is told where its status, or its end, is one of time limits', () => {
    expect(shown(408, { endedAtMs: 150 })).toContain('observed  200, 150 ms after the request\n');
    expect(shown(200, { ending: 'cut', endedAtMs: 2032 })).toContain('observed  200, 2.03 s after the request\n');
    expect(shown(400)).not.toContain('after the request');
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
