import { describe, expect, it } from 'vitest';
import { streamBreaksOff, isShortReply, keepsTheEnd, streamsAReply, streamsToTheEnd } from './keeps-the-end.ts';
import { notReadInStreams } from './stream-readings.ts';
import { answered } from '../sample-exchange.testing.ts';

const words = ['zqaaaaaaaaaa', 'zqbbbbbbbbbb', 'zqcccccccccc'] as const;
const sent = { message: words.join(' and so on ') };
const chat = (reply: string, status = 200) => answered({ id: 'c', status, operation: 'chat', sent, body: { reply } });
const stream = (reply: string) => answered({ id: 's', operation: 'stream', sent, body: `data: ${reply}\n\n` });
const [first, middle, last] = words;

describe('keepsTheEnd', () => {
  it('takes the last word, with others or without', () => {
    expect(keepsTheEnd([chat(last), stream(`${first} ${middle} ${last}`)])).toEqual([]);
  });
  it('finds what one of them does not hear, as the other does', () => {
    expect(keepsTheEnd([chat(last), stream(`${first} ${middle}`)])).toEqual([
      {
        subject: 'reply',
        expected: 'the last word of the message',
        observed: 'the reply to s has word 2 of 3, and no word after it',
        exchange: 's',
      },
    ]);
  });
  it('finds that a bot says the last of what it heard', () => {
    expect(keepsTheEnd([chat(middle), stream(middle)])).toMatchObject([
      { observed: 'the reply to c has word 2 of 3, and no word after it' },
      { observed: 'the reply to s has word 2 of 3, and no word after it' },
    ]);
  });
  it('does not judge who repeats the beginning only, nothing, or takes no such text', () => {
    const brief = {
      inconclusive: 'the bot repeats no word from the end of a long message, which may be how it replies',
    };
    for (const reply of [first, `${first} ${middle}`, 'Sure.'])
      expect(keepsTheEnd([chat(reply), stream(reply)])).toEqual(brief);
    expect(keepsTheEnd([chat(last), stream('Sure.')])).toEqual(brief);
    expect(keepsTheEnd([])).toEqual(brief);
    expect(keepsTheEnd([chat('No.', 413), stream(last)])).toEqual({
      inconclusive: 'this message was refused, and the document leaves open how long a message may be (8.2)',
      isUnspecified: true,
    });
  });
});

describe('isBrief', () => {
  it('is a reply of some of its words and few letters', () => {
    expect(isShortReply([chat(last)])).toBe(true);
    expect(isShortReply([chat(`${last}${' and so on'.repeat(60)}`)])).toBe(false);
    for (const seen of [[chat('Sure.')], [chat(last, 413)], []]) expect(isShortReply(seen)).toBe(false);
  });
});

describe('streamsToTheEnd', () => {
  const [all, beginning] = [words.join(' '), `${first} ${middle}`];
  const open = {
    inconclusive: 'the bot does not repeat a long message as a whole; name a bot that does with --bot',
    isUnspecified: true,
  };
  const times = (said: string, streamed: string, count: number) =>
    Array.from({ length: count }, () => [chat(said), stream(streamed)]).flat();
  it('takes a stream with all that the chat repeats, once at least', () => {
    expect(streamsToTheEnd(times(all, all, 1))).toEqual([]);
    expect(streamsToTheEnd([...times(all, beginning, 2), ...times(all, all, 1)])).toEqual([]);
    expect(streamBreaksOff(times(all, all, 1))).toBe(false);
  });
  it('finds that every stream breaks off', () => {
    expect(streamBreaksOff(times(all, beginning, 1))).toBe(true);
    expect(streamsToTheEnd(times(all, beginning, 3))).toEqual([
      {
        subject: 'reply',
        expected: 'the last word of the message, as in c',
        observed: 'the first word, and not the last, in each of 3 streams',
        exchange: 's',
        restsOn: ['c'],
      },
    ]);
  });
  it('says of a stream that breaks off whether its connection did', () => {
    const cut = answered({
      id: 's',
      operation: 'stream',
      sent: { message: words.join(' ') },
      body: `data: ${beginning}\n\n`,
      ending: 'cut',
    });
    const observedOf = (...streams: readonly (typeof cut)[]) =>
      streamsToTheEnd(streams.flatMap((each) => [chat(all), each]));
    expect(observedOf(cut, cut, cut)).toMatchObject([
      { observed: expect.stringMatching(/ streams; each time the connection broke before the stream had ended$/) },
    ]);
    expect(observedOf(cut, stream(beginning), stream(beginning))).toMatchObject([
      { observed: expect.stringMatching(/ streams; in 1 of them the connection broke before/) },
    ]);
  });
  it('judges messages of another length apart', () => {
    const [long, short] = [all, [words[0], words[2]].join(' ')];
    const ofTwo = (said: string, streamed: string) => [
      answered({ id: 'c2', operation: 'chat', sent: { message: short }, body: { reply: said } }),
      answered({ id: 's2', operation: 'stream', sent: { message: short }, body: `data: ${streamed}\n\n` }),
    ];
    expect(streamsToTheEnd([...ofTwo(short, short), ...times(all, beginning, 3)])).toMatchObject([{ exchange: 's' }]);
    expect(streamsToTheEnd([...ofTwo(last, last), ...times(long, long, 1)])).toEqual([]);
    expect(streamsToTheEnd([...times(last, last, 1), ...ofTwo(short, last)])).toEqual(notReadInStreams);
  });
  it('does not judge a stream that has as much besides, in whatever layout', () => {
    const codes = JSON.stringify({ title: beginning, codes: [...Buffer.from(all)] });
    const coded = JSON.stringify({ title: beginning, data: Buffer.from(all).toString('base64') });
    for (const data of [codes, coded]) {
      expect(streamBreaksOff(times(all, data, 1))).toBe(false);
      expect(streamsToTheEnd(times(all, data, 3))).toEqual(notReadInStreams);
    }
  });
  it('does not judge a bot that is brief, or that says something else in its stream', () => {
    for (const [said, streamed, why] of [
      [last, last, open],
      [beginning, beginning, open],
      [all, 'I would rather not.', notReadInStreams],
      [all, last, notReadInStreams],
    ] as const) {
      expect(streamsToTheEnd(times(said, streamed, 3))).toEqual(why);
      expect(streamsAReply(times(said, streamed, 3))).toEqual([]);
      expect(streamBreaksOff(times(said, streamed, 3))).toBe(false);
    }
    expect(streamsToTheEnd([])).toEqual(open);
  });
  it.each(['[DONE]', '{"sessionId":"0f1b2c3d-0f1b-2c3d-4e5f-0f1b2c3d4e5f"}', '{"delta":"."}'])(
    'finds that every stream is only %s',
    (data) => {
      expect(streamBreaksOff(times(all, data, 1))).toBe(true);
      expect(streamsAReply(times(all, data, 3))).toEqual([
        {
          subject: 'reply',
          expected: 'the message, as in c',
          observed: 'fewer letters than one of its words has, in each of 3 streams',
          exchange: 's',
          restsOn: ['c'],
        },
      ]);
      expect(streamsToTheEnd(times(all, data, 3))).toEqual(notReadInStreams);
      expect(streamsAReply(times(all, data, 2))).toEqual([]);
      expect(streamsAReply(times(beginning, data, 3))).toEqual([]);
      expect(streamsAReply([...times(all, data, 2), ...times(all, all, 1)])).toEqual([]);
    },
  );
  it.each([
    '{"error":{"code":"overloaded"}}',
    '{"codes":[83,117,114,101,33,33]}',
    'U3VyZSwgaGVyZSBpdCBpcw==',
    '{"sid":"0f1b2c3d-0f1b-2c3d"}',
  ])('does not know that nothing is said by %s', (data) => {
    expect(streamBreaksOff(times(all, data, 3))).toBe(false);
    expect(streamsAReply(times(all, data, 3))).toEqual([]);
  });
});
