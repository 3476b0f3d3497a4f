import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { failedSpeed, sampleFinding } from './sample-run.testing.ts';
import { causeBlock, causesBlock, causesLine, httpCausesBlock } from './cause.ts';

const style = { colour: false, width: 100 };
const cause = { title: 'speech.speed: status 200', checks: [failedSpeed.check], exchange: 'a#1', likely: [] };
const others = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => sampleFinding(`speech.speed/${name}`, '2.5'));

describe('a cause in the terminal', () => {
  it('has what shows it best, one mismatch of it, and what to run', () => {
    const block = causeBlock(cause, [failedSpeed], { style });
    expect(block).toContain('✗ speech.speed/rejects-above-maximum  MUST  2.5, 8.2');
    expect(block).toContain('    expected  a refusal (4xx)\n    observed  200\n');
    expect(block).toContain('  status\n');
    expect(block).toContain("  run  curl -sS -X POST 'https://staging.example/v1/audio/tts'");
    expect(block).toContain(
      '    also      error object: {"audioBase64":"…"}, expected error.code and error.message, both strings\n',
    );
  });
  it('counts further mismatches where there are many', () => {
    const [first, second] = failedSpeed.mismatches;
    if (first === undefined || second === undefined) throw new Error('the sample has two');
    const of = (others: number) =>
      causeBlock(cause, [{ ...failedSpeed, mismatches: [first, ...Array.from({ length: others }, () => second)] }], {
        style,
      });
    expect(of(3).match(/ also /g)).toHaveLength(3);
    expect(of(3)).not.toContain('more\n');
    expect(of(4)).toContain('  status, and 4 mismatches more\n');
    expect(of(4)).not.toContain(' also ');
  });
  it('has what the same request gets that differs in one thing', () => {
    const beside = 'Without "format" the same is refused (status 400).';
    expect(causeBlock({ ...cause, beside }, [failedSpeed], { style })).toContain(`\n  ${beside}\n`);
  });
  it('never cuts which answers were wrong', () => {
    const which = '9 of 370 answers, all 9 of them to requests with message of 502 characters or more';
    const observed = `none in {"reply":"${'You said: '.repeat(30)}"} (${which})`;
    const of = (answers?: Finding['mismatches'][number]['answers']): string =>
      causeBlock(
        cause,
        [{ ...failedSpeed, mismatches: [{ subject: 'a', expected: 'b', observed, ...(answers && { answers }) }] }],
        { style },
      ).replaceAll(/\n +/g, ' ');
    expect(of({ wrong: 9, judged: 370, which })).toContain(`You said: You said… (${which})`);
    // A target that says so itself.
    expect(of()).not.toContain(which);
  });
  it('has of a wrong charge the uses that led to it', () => {
    const used = { exchange: 'a#1', use: 'chat with webSearch', balance: '2 credits', price: '1 credit' };
    const ledger = [
      { ...used, expected: '2xx', observed: '200' },
      { ...used, use: 'chat', balance: '1 credit', expected: '2xx', observed: '402', parts: true as const },
    ];
    expect(causeBlock(cause, [{ ...failedSpeed, ledger }], { style })).toContain(
      '\n    ledger    2 credits: chat with webSearch (1 credit) → 1 credit: chat (1 credit) got 402 ✗\n',
    );
    expect(causeBlock(cause, [{ ...failedSpeed, ledger: ledger.slice(1) }], { style })).not.toContain('ledger');
  });
  it('has the request that shows it, of several which, also where a curl line sends it', () => {
    const request = {
      method: 'POST',
      url: 'https://staging.example/v1/bots/a/chat/stream',
      headers: [['authorization', 'Bearer ${ASSAY_TOKEN}']] as const,
      body: Buffer.from('{"message":"H\\u00e9llo"}'),
    };
    const lead = {
      ...failedSpeed,
      exchanges: ['two#1', 'two#2', 'two#3'],
      mismatches: [{ subject: 'status of two#2', expected: 'success', observed: 'status 400', exchange: 'two#2' }],
      reproduce: 'npx assay reproduce out speech.speed/rejects-above-maximum',
      reproduceBy: 'command' as const,
    };
    const exchangeOf = (id: string) => (id === 'two#2' ? { request } : undefined);
    expect(causeBlock(cause, [lead], { style, exchangeOf })).toContain(
      '  status of call 2\n' +
        '    request   call 2 of 3: POST /v1/bots/a/chat/stream  {"message":"H\\u00e9llo"}\n' +
        '    expected  success\n',
    );
    const [, second] = lead.exchanges;
    const mismatch = {
      subject: 'status',
      expected: 'any',
      observed: 'status 500 (3 of 9 answers)',
      answers: { wrong: 3, judged: 9 },
      exchange: second ?? '',
    };
    expect(causeBlock(cause, [{ ...lead, mismatches: [mismatch] }], { style, exchangeOf })).toContain(
      'request   POST ',
    );
    const byCurl = { ...lead, reproduce: 'curl https://staging.example', reproduceBy: 'curl' as const };
    const blanks = { ...request, headers: [['Authorization', 'Bearer   ${ASSAY_TOKEN}']] satisfies [string, string][] };
    expect(causeBlock(cause, [byCurl], { style, exchangeOf: () => ({ request: blanks }) })).toContain(
      '    request   call 2 of 3: POST /v1/bots/a/chat/stream  (Authorization: Bearer   ${ASSAY_TOKEN})',
    );
    const long = { ...request, body: Buffer.from(`{"text":"${'so-on'.repeat(50)}","voice":"nova"}`) };
    expect(
      causeBlock(cause, [lead], { style: { ...style, width: 120 }, exchangeOf: () => ({ request: long }) }),
    ).toContain(`{"text":"${'so-on'.repeat(7)}…${'so-on'.repeat(3)}","voice":"nova"}`);
  });
  it('says of what upset the service from when on, and what was sent just before', () => {
    const request = { method: 'GET', url: 'http://a/v1/voices', headers: [], body: new Uint8Array() };
    const since = { request: 32, of: 71, failed: 40, before: 'one#1' };
    const exchangeOf = (id: string) => (id === 'one#1' ? { request } : undefined);
    const block = causeBlock({ ...cause, since }, [failedSpeed], { style: { ...style, width: 140 }, exchangeOf });
    expect(block).toContain(
      '\n  From about request 32 of 71 on no whole request succeeds: 40 requests got a 5xx status or no answer. Just before: GET /v1/voices.\n',
    );
    expect(causeBlock(cause, [failedSpeed], { style, exchangeOf })).not.toContain('no whole request succeeds');
  });
  it('says what all that fail send, and few that pass', () => {
    const of = (passed: number) =>
      causeBlock(
        { ...cause, common: { request: 'a request with instructions', passed, of: 133 } },
        [failedSpeed, ...others],
        { style },
      );
    expect(of(9)).toContain(
      '\n  All 7 failed checks send a request with instructions, and so do 9 of the 133 that passed.\n',
    );
    expect(of(0)).toContain(
      '\n  All 7 failed checks send a request with instructions, and none of the 133 that passed.\n',
    );
  });
  it('says whether it is new, and whom it concerns', () => {
    const verdicts = new Map([[failedSpeed.check, 'pass' as const]]);
    const earlier = { folder: 'yesterday', startedAt: '2026-11-23T10:00:00.000Z', verdicts };
    const charge = { ...failedSpeed, check: 'metering.counts/a' };
    const paid = { ...cause, checks: [charge.check] };
    expect(causeBlock(cause, [failedSpeed], { style, earlier })).toContain(
      '\n  New: it passed in yesterday (2026-11-23 10:00:00 UTC).\n',
    );
    expect(causeBlock(paid, [charge], { style })).toContain('\n  Affects whoever pays for the workspace.\n');
  });
  it('names some of the checks that fail with it, and is at most twenty lines', () => {
    const all = [failedSpeed, ...others];
    const likely = [{ fault: 'speed-clamped', share: 0.97 }];
    const similar = 'speed-clamped';
    const block = causeBlock({ ...cause, checks: all.map(({ check }) => check), similar, likely }, all, { style });
    expect(block).toContain('\n  6 more checks fail with it: speech.speed/a, b, c, d, e, f\n');
    const narrow = causeBlock({ ...cause, checks: all.map(({ check }) => check) }, all, {
      style: { ...style, width: 56 },
    });
    expect(narrow).toContain('\n  6 more checks fail with it, such as speech.speed/a, b');
    expect(block).toContain(
      '  similar to  npx assay serve --fault speed-clamped  (97 % of the failed checks in common)',
    );
    expect(causeBlock({ ...cause, likely }, all, { style })).not.toContain('similar to');
    const long = 'many words of a service '.repeat(30);
    const mismatch = { subject: 'status', reference: 'RFC 9110 15.5', expected: long, observed: long };
    const wordy = { ...failedSpeed, title: long, requirement: long, mismatches: [mismatch, mismatch] };
    const sent = { ...wordy, reproduce: 'npx assay reproduce . a', reproduceBy: 'command' as const };
    const request = { method: 'GET', url: 'http://a/v1/bots', headers: [], body: new Uint8Array() };
    for (const lead of [failedSpeed, wordy, sent]) {
      const told = causeBlock({ ...cause, checks: all.map(({ check }) => check), similar, likely }, [lead, ...others], {
        style,
        exchangeOf: () => ({ request }),
      });
      expect(told.split('\n').length).toBeLessThanOrEqual(20);
    }
  });
  it('names them in one line where they fit, and no mistake that has little in common', () => {
    const [second] = others;
    const checks = [failedSpeed.check, second?.check ?? ''];
    const likely = [{ fault: 'voice-ignored', share: 0.4 }];
    const block = causeBlock({ ...cause, checks, likely }, [failedSpeed], { style });
    expect(block.endsWith('\n  1 more check fails with it: speech.speed/a')).toBe(true);
  });
  it('keeps to the width, but for what is pasted', () => {
    const similar = 'speed-ignored-by-the-first';
    const narrow = { style: { ...style, width: 60 } };
    expect(
      causeBlock({ ...cause, similar, likely: [{ fault: similar, share: 0.96 }] }, [failedSpeed], narrow),
    ).toContain(
      '  similar to  npx assay serve --fault speed-ignored-by-the-first\n' +
        '              (96 % of the failed checks in common)',
    );
    const subject = `status of the chat, sent after ${'chat, '.repeat(20)}stream`;
    const long = { ...failedSpeed, mismatches: [{ subject, expected: 'a', observed: 'b' }] };
    const lines = causeBlock(cause, [long], { style: { ...style, width: 80 } }).split('\n');
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('  run  '))).toEqual([]);
    expect(lines.filter((line) => line.includes('chat, chat'))).toHaveLength(2);
    const checks = [failedSpeed.check, `metering.enterprise-prices/${'long-'.repeat(7)}`, 'a/b'];
    const clauses = { ...failedSpeed, also: ['4.2', '4.3', '4.5', '7.3', '8.1', '8.2'] };
    const told = causeBlock({ ...cause, checks }, [clauses], { style: { ...style, width: 65 } });
    expect(told).toContain('✗ speech.speed/rejects-above-maximum  MUST  2.5, 4.2 and 5 more\n');
    expect(told).toContain(`\n  2 more checks fail with it, such as\n    ${checks[1]}`);
  });
  it('names first of those that fail with it the ones that are named most like it, and a topic once', () => {
    const checks = [
      'speech.voice/speaks-echo',
      'speech.text/a',
      'speech.voice/speaks-what-is',
      'speech.voice/speaks-nova',
    ];
    expect(causeBlock({ ...cause, checks }, [failedSpeed], { style })).toContain(
      '\n  3 more checks fail with it: speech.voice/speaks-what-is, speaks-nova, speech.text/a',
    );
  });
  it('says to send a check again where its curl line alone may show nothing, and how many calls it was sent with', () => {
    const again = { run: 'npx assay reproduce out a/b', atOnce: 6 };
    const block = causeBlock(cause, [{ ...failedSpeed, again }], { style });
    expect(block).toMatch(
      /\n {2}Sent at once with 5 other calls\.\n {2}run {2}npx assay reproduce out a\/b\n {2}or {3}curl /,
    );
    const beside = 'Without "speed" the same is accepted (status 200).';
    expect(causeBlock({ ...cause, beside }, [{ ...failedSpeed, again }], { style })).not.toContain('Sent at once');
    const long = causeBlock(cause, [{ ...failedSpeed, again: { ...again, inPlace: true } }], { style });
    expect(long).toContain('\n  run  npx assay reproduce out a/b');
    expect(long).not.toContain('curl');
    // Of a long line the end is left out, and that is not what it takes to see it again.
    const verdicts = new Map([[failedSpeed.check, 'fail' as const]]);
    const earlier = { folder: 'yesterday', startedAt: '2026-11-23T10:00:00.000Z', verdicts };
    expect(causeBlock(cause, [{ ...failedSpeed, again }], { style, earlier })).toContain(
      '\n  Sent at once with 5 other calls. Not new: this check also failed in the run yesterday',
    );
  });
  it('says so where just the same fail', () => {
    const likely = [{ fault: 'a', share: 1 }];
    expect(causeBlock({ ...cause, similar: 'a', likely }, [failedSpeed], { style })).toContain(
      '  similar to  npx assay serve --fault a  (the same checks fail)',
    );
  });
  it('shows no character that a terminal would obey', () => {
    const hostile = { ...cause, checks: [failedSpeed.check, 'a/\u001b[31mred'] };
    expect(causeBlock(hostile, [{ ...failedSpeed, title: '\u001b]0;x' }], { style })).not.toContain('\u001b');
  });
});

describe('the causes of a run', () => {
  it('are told in full first, then in a line each, and counted in the end', () => {
    const all = Array.from({ length: 20 }, (_, at) => ({
      cause: { ...cause, title: `cause ${at}`, checks: [failedSpeed.check], ...(at === 3 && { counted: 'a rule' }) },
      findings: [failedSpeed],
    }));
    const inFull = (lines: readonly string[]): number => lines.filter((line) => line.startsWith('  run  ')).length;
    const lines = causesBlock(all, { style }).split('\n');
    expect(inFull(lines)).toBe(3);
    expect(lines.slice(-9)).toEqual([
      `✗ ${failedSpeed.check}: cause 3`,
      ...Array.from({ length: 7 }, () => `✗ ${failedSpeed.check}: a title`),
      '✗ 9 more causes; --verbose prints each failure',
    ]);
    expect(inFull(causesBlock(all.slice(0, 12), { style }).split('\n'))).toBe(4);
  });
  it('are counted where that is fewer than the failures', () => {
    expect(causesLine([{ findings: [failedSpeed, ...others] }])).toBe(
      '--verbose prints each of the 7 failures in full',
    );
    expect(causesLine([{ findings: [failedSpeed] }])).toBeUndefined();
  });
  it('are told of HTTP obligations under a title of their own', () => {
    const http = { cause, findings: others.slice(0, 2) };
    expect(httpCausesBlock([http, http], { style })).toMatch(/^HTTP obligations not met\n/);
    expect(httpCausesBlock([http, http], { style }).match(/✓|✗/g)).toHaveLength(2);
  });
});
