import { describe, expect, it } from 'vitest';
import { clausesOf } from './clauses.ts';
import { sampleLoad } from '../load/sample-load.testing.ts';
import { failedSpeed, sampleExchange, sampleFinding, sampleRun } from './sample-run.testing.ts';
import { gateText, loadLastLine, loadTimes } from '../load/terminal.ts';
import { clauseLine, failureBlock, lastLine, inconclusiveBlock } from './terminal.ts';

const plain = { colour: false, width: 80 };
const run = sampleRun([
  sampleFinding('errors.envelope/on-404', '7'),
  sampleFinding('speech.speed/accepts-maximum', '2.5'),
  failedSpeed,
  sampleFinding('metering.chat/costs-one', '8.1', { verdict: { is: 'notApplicable', because: 'no provisioner' } }),
  sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } }),
]);

const withoutColours = (text: string): string =>
  text
    .split('\u001b')
    .map((part, place) => (place === 0 ? part : part.replace(/^\[\d+m/, '')))
    .join('');

describe('the terminal', () => {
  it('has one line for each clause', () => {
    expect(
      clausesOf(run)
        .map((clause) => clauseLine(clause, plain))
        .join('\n'),
    ).toMatchInlineSnapshot(`
      "✗ 2.5  speech.speed             2 checks, 1 failed
      ? 4.2  chat.reply               1 check, 1 inconclusive
      ✓ 7    errors.envelope          1 check
      – 8.1  metering.chat            1 check, 1 not applicable"
    `);
  });

  it('tells a failure so that it can be acted on', () => {
    const evidence = { exchanges: [sampleExchange('speech-above#0')], keptIn: 'out/exchanges.ndjson' };
    expect(failureBlock(failedSpeed, evidence, plain)).toMatchInlineSnapshot(`
      "✗ speech.speed/rejects-above-maximum  MUST  2.5, 8.2
        a title
        speed is a number from 0.25 to 4, both ends included
        status
          expected  a refusal (4xx)
          observed  200
        error object
          expected  error.code and error.message, both strings
          observed  {"audioBase64":"…"}
        exchange  POST https://staging.example/v1/audio/tts → 200, speech-above#0 in out/exchanges.ndjson
        reproduce
          curl -sS -X POST 'https://staging.example/v1/audio/tts' -H "Authorization: Bearer $ASSAY_TOKEN" -H 'Content-Type: application/json' -d '{"text":"Hello","voice":"alloy","speed":4.01}'"
    `);
  });

  it('says of which case a shrunk request is', () => {
    const shrunk = { ...failedSpeed, exchanges: ['speech.generated/rejects-invalid 3 smaller 5#1'] };
    expect(failureBlock(shrunk, { keptIn: 'exchanges.ndjson' }, plain)).toContain(
      '  exchange  speech.generated/rejects-invalid 3 smaller 5#1 (case 3, shrink step 5) in exchanges.ndjson\n',
    );
  });

  it('says which of several calls the curl line sends again', () => {
    const several = { ...failedSpeed, exchanges: ['a#1', 'a#2', 'a#3'], reproduces: 'a#2' };
    expect(failureBlock(several, {}, plain)).toContain(
      '\n  reproduce, call 2 of 3, which may need the results of the calls before it\n',
    );
    expect(failureBlock({ ...several, reproduces: 'a#1' }, {}, plain)).toContain('\n  reproduce, call 1 of 3\n');
    expect(failureBlock({ ...several, reproduces: 'b#1' }, {}, plain)).toContain('\n  reproduce\n');
  });

  it('says why something could not be judged', () => {
    const open = run.findings.find(({ verdict }) => verdict.is === 'inconclusive');
    expect(open && failureBlock(open, {}, plain)).toContain('because  503 twice');
  });

  it('says once what many checks could not be judged for', () => {
    const because = 'connection refused: 127.0.0.1:1';
    const inconclusive = ['chat.a/b', 'chat.a/c'].map((id) =>
      sampleFinding(id, '4.2', { verdict: { is: 'inconclusive', because } }),
    );
    expect(inconclusiveBlock(inconclusive, plain)).toMatchInlineSnapshot(`
      "? 2 MUST checks could not be judged
        connection refused: 127.0.0.1:1
          chat.a/b
          chat.a/c"
    `);
  });

  it('ends with the verdict, every count and the price', () => {
    expect(lastLine(run, plain)).toMatchInlineSnapshot(
      `"✗ Fail: 1 of 5 MUST checks failed · 2 passed, 1 failed, 1 inconclusive, 1 not applicable · 37 credits spent"`,
    );
  });

  it('uses colour only where it may, and then says the same', () => {
    const coloured = failureBlock(failedSpeed, {}, { ...plain, colour: true });
    expect(coloured).toContain('\u001b[31m✗ speech.speed/rejects-above-maximum\u001b[0m');
    expect(withoutColours(coloured)).toBe(failureBlock(failedSpeed, {}, plain));
  });

  it('lets no text of the target reach the terminal as a command', () => {
    const hostile = 'x\u001b[2J\u001b]0;title\u0007\r\u009b31m\u202e';
    const mismatch = { subject: hostile, expected: hostile, observed: hostile, reference: hostile };
    const finding = {
      ...failedSpeed,
      title: hostile,
      requirement: hostile,
      reproduce: hostile,
      exchanges: [hostile],
      mismatches: [mismatch],
    };
    const exchange = sampleExchange('speech-above#0');
    const evidence = { exchanges: [{ ...exchange, id: hostile, request: { ...exchange.request, url: hostile } }] };
    const text = failureBlock(finding, { ...evidence, keptIn: hostile }, plain);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('keeps to a narrow width, except for what must be pasted or followed', () => {
    const narrow = { colour: false, width: 40 };
    const long = { ...failedSpeed, mismatches: [{ subject: 'body', expected: 'short', observed: 'x'.repeat(200) }] };
    const lines = failureBlock({ ...long, reproduce: '', exchanges: [] }, {}, narrow)
      .split('\n')
      .slice(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.join('').replaceAll(' ', '')).toContain('x'.repeat(200));
  });

  it('names the first reason why a load run is none, and counts the others, which stand above it', () => {
    const late = { code: 'dispatchLag', because: 'late' } as const;
    const unsent = { code: 'notSent', because: '5 of 9' } as const;
    const lastLine = (reasons: readonly (typeof late | typeof unsent)[]): string =>
      loadLastLine({ ...sampleLoad(), validity: { is: 'invalid', reasons, notes: [] } }, plain);
    const said = '? Invalid: no measurement of the service, since requests were sent late';
    expect(lastLine([late, late])).toBe(said);
    expect(lastLine([late, unsent])).toBe(`${said}, and for 1 more reason`);
  });

  it('says before and behind a load run what a check of the same target came to', () => {
    const gate = (is: 'pass' | 'fail' | 'inconclusive') => ({
      is,
      says: '2 of 240 MUST checks failed',
      target: 'https://staging.example',
      startedAt: '2026-11-20T05:00:00.000Z',
      failed: [],
    });
    expect(gateText({ gate: gate('fail') }, plain)).toBe(
      '✗ Conformance failed: 2 of 240 MUST checks failed (check of 2026-11-20)',
    );
    expect(gateText({}, plain)).toBe('');
    const measured = '✓ Measured: all 40 measured requests were answered';
    expect(loadLastLine(sampleLoad({ gate: gate('pass') }), plain)).toBe(measured);
    expect(loadLastLine(sampleLoad({ gate: gate('fail') }), plain)).toBe(`✗ Conformance failed; ${measured}`);
    expect(loadLastLine(sampleLoad({ gate: gate('inconclusive') }), plain)).toBe(
      `? Conformance inconclusive; ${measured}`,
    );
  });

  it('sums up a load run in 80 columns', () => {
    const load = sampleLoad({ failures: { timeout: 2 } });
    expect(loadLastLine(load, plain)).toBe('✓ Measured: all 40 measured requests were answered');
    expect(loadTimes(load, plain)).toMatchInlineSnapshot(`
      "ms                            n            p50            p95            p99
      TTFE                         40          110.0          187.0  needs 60 more
      TTFT                         40          120.0          204.0  needs 60 more
      Service TTFT                 40          118.0          200.6  needs 60 more
      Inter-event gap            1200           20.0           25.0           40.3
      E2E latency                  40           1400           2380  needs 60 more
      Lag                          40           0.60           1.02  needs 60 more
      40 requests measured, 10 in the warm-up left out
      HTTP/1.1 without TLS; connections: 3 opened, 37 reused
      text of the reply: delta.text
        2 streams, certain: together their texts are exactly the words that the bot was asked to repeat
      ✗ 2 × timeout"
    `);
  });
});
