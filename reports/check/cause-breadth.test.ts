import { describe, expect, it } from 'vitest';
import { answered } from '../../conformance/expectations/sample-exchange.testing.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { causeBlock } from './cause.ts';
import { failedSpeed } from './sample-run.testing.ts';

const style = { colour: false, width: 100 };
const cause = { title: 'speech.speed: status 200', checks: [failedSpeed.check], exchange: 'a#1', likely: [] };

describe('how far a cause goes, in the terminal', () => {
  it('tells together what is the same of other things, and where something else is expected', () => {
    const observed = 'status 400, {"error":"unknown_voice"}';
    const of = (subject: string, expected: string, answers?: { wrong: number; judged: number }) => ({
      subject,
      expected,
      observed: answers === undefined ? observed : `${observed} (${answers.wrong} of ${answers.judged} answers)`,
      ...(answers === undefined ? {} : { answers, kind: { observed } }),
    });
    const told = (...mismatches: Finding['mismatches']) =>
      causeBlock(cause, [{ ...failedSpeed, mismatches }], { style });
    const names = ['mp3', 'opus at speed 2', 'aac', 'flac', 'wav', 'pcm'];
    const voices = told(...names.map((name) => of(`status of echo as ${name}`, 'success')));
    expect(voices).toContain('  status of echo as mp3\n');
    expect(voices).toContain('\n    also      opus at speed 2, aac, flac, wav, pcm: the same\n');
    expect(told(of('status of call 2', 'success'), of('status of call 4', 'success'))).toContain(
      '\n    also      call 4: the same\n',
    );
    const formats = ['opus', 'flac', 'mp3', 'aac', 'wav'].map((name, at) =>
      of('audio', name, { wrong: 2 + (at % 2), judged: 12 }),
    );
    expect(told(...formats)).toContain(
      '\n    also      flac, mp3, aac, wav expected: the same (12 of 12 answers in all)\n',
    );
    const seldom = told(
      of('status of wav', 'success', { wrong: 300, judged: 370 }),
      of('status of mp3', 'success', { wrong: 1, judged: 370 }),
    );
    expect(seldom).not.toContain('the same');
    expect(seldom).toContain('status of mp3');
    const cases = ['', ' of chat 1', ' of chat 2', ' of chat 4'].map((which, at) => ({
      ...of(`status${which}`, 'success'),
      exchange: `cases#${at === 0 ? '1 smaller' : at}`,
    }));
    const exchanges = ['cases#1', 'cases#2', 'cases#3', 'cases#1 smaller'];
    const generated = {
      ...failedSpeed,
      mismatches: cases,
      exchanges,
      case: { index: 1, of: 12, smaller: true as const },
    };
    expect(causeBlock(cause, [generated], { style })).toContain(
      '\n    also      2 more of the 12 generated cases: the same\n',
    );
  });
  it('has the smallest request of the generated cases that get the same, where it is no plain one', () => {
    const url = 'https://staging.example/v1/bots/a/chat';
    const lead = { ...failedSpeed, reproduceBy: 'curl' as const };
    const [first] = lead.mismatches;
    if (first === undefined) throw new Error('the sample has one');
    const shown = (id: string) => [{ ...first, exchange: id }];
    const small = {
      ...lead,
      check: 'chat.generated/accepts-valid',
      mismatches: shown('small'),
      case: { index: 1, of: 12, smaller: true as const },
    };
    const told = (body: string, other: Finding = small, end = '') => {
      const requests: Readonly<Record<string, string>> = {
        own: '{"message":"H\\u00e9llo \\ud83d\\udc4b, all!"}',
        small: body,
      };
      const exchangeOf = (id: string) => ({
        request: {
          method: 'POST',
          url: id === 'small' ? url + end : url,
          headers: [],
          body: Buffer.from(requests[id] ?? ''),
        },
      });
      return causeBlock(cause, [{ ...lead, mismatches: shown('own') }, other], { style, exchangeOf });
    };
    const escaped = '{"\\u006dessage":"a"}';
    expect(told(escaped)).toContain(`\n    smallest  ${escaped}\n`);
    expect(told('{"message":"a"}')).not.toContain('smallest');
    expect(told(`{"message":"\\u00e9${'a'.repeat(20)}"}`)).not.toContain('smallest');
    expect(told(escaped, small, '/stream')).not.toContain('smallest');
    expect(told(escaped, { ...small, input: { is: 'unspecified', because: 'a' } })).not.toContain('smallest');
    expect(told(escaped, { ...small, mismatches: [{ ...first, observed: 'x', exchange: 'small' }] })).not.toContain(
      'smallest',
    );
  });
  it('says of which status an answer is that is no success', () => {
    const mismatch = {
      subject: 'Content-Type',
      expected: 'application/json',
      observed: 'text/html',
      reference: 'RFC 9110 8.3',
      exchange: 'a#1',
    };
    const told = (status: number, more = {}) =>
      causeBlock(cause, [{ ...failedSpeed, mismatches: [{ ...mismatch, ...more }] }], {
        style,
        exchangeOf: () => answered({ operation: 'chat', status, body: '' }),
      });
    expect(told(402)).toContain('\n  Content-Type (RFC 9110 8.3) of an answer with status 402\n');
    expect(told(200)).toContain('\n  Content-Type (RFC 9110 8.3)\n');
    // A request that was refused, but without the error object, is not told as one that was accepted.
    const ofBody = { subject: 'error', expected: 'an object', observed: 'none in {}', reference: undefined };
    expect(told(422, ofBody)).toContain('\n  error of an answer with status 422\n');
    // Where the status is what is wrong it is said, of whatever it is.
    const ofTurn = { subject: 'what the turn got', kind: { due: 'success' } };
    expect(told(402, ofTurn)).toContain('\n  what the turn got (RFC 9110 8.3)\n');
  });
  it('names last what shows just the same of the same answer, and asks for something else by its name', () => {
    const mismatches = [
      { subject: 'Content-Type', expected: 'application/json', observed: 'text/html', exchange: 'spent#1' },
    ];
    const [same, another] = ['speech.speed/rejects-above-maximum-with-the-error-object', 'errors.envelope/says-json'];
    const checks = [failedSpeed.check, same, another];
    const told = (exchange: string) =>
      causeBlock(
        { ...cause, checks },
        [
          { ...failedSpeed, mismatches },
          { ...failedSpeed, check: same, mismatches: mismatches.map((each) => ({ ...each, exchange })) },
          { ...failedSpeed, check: another },
        ],
        { style },
      );
    expect(told('spent#1')).toMatch(/2 more checks fail with it(?::|, such as) errors.envelope\/says-json/);
    expect(told('spent#2')).toMatch(/2 more checks fail with it(?::|, such as) speech.speed\//);
  });
});
