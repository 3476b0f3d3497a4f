import { describe, expect, it } from 'vitest';
import { carriesSessionId, noIdIn, sessionIdIn } from '../bodies/carries-session-id.ts';
import { areSuccesses } from '../statuses/is-success.ts';
import {
  conversationsAreKept,
  conversationsNeverMix,
  conversationsToAskAgain,
  eachRecallsItsOwn,
  sessionIdsDiffer,
} from './many-conversations.ts';
import { unlessSeveralSessionIds } from './of-several-ids.ts';
import { noMemoryShown } from '../no-memory.ts';
import { remembersEachWord } from '../words/remembers.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const one = 'zqaaaaaaaaaa';
const two = 'zqbbbbbbbbbb';
const three = 'zqcccccccccc';
const tells = (word: string, id: string, sessionId: unknown = id) =>
  answered({ id, operation: 'chat', sent: { message: `Remember ${word}` }, body: { sessionId, reply: 'Yes.' } });
const traced = { trace: { sessionId: 'worker' } };
const says = (reply: string, id: string) => answered({ id, operation: 'chat', body: { reply } });

describe('remembersEachWord', () => {
  it('takes an answer with all of them', () => {
    expect(remembersEachWord([tells(one, 'c#1'), tells(two, 'c#2'), says(`${one} ${two}`, 'c#3')])).toEqual([]);
  });
  it('takes one that says now the one and now the other', () => {
    const seen = [tells(one, 'c#1'), tells(two, 'c#2'), says(one, 'c#3'), says(two, 'c#4')];
    expect(remembersEachWord(seen)).toEqual([]);
  });
  it('names the word that was lost by a bot that keeps two', () => {
    const begun = [tells(one, 'c#1'), tells(two, 'c#2'), says(one, 'c#3'), tells(three, 'c#4')];
    expect(remembersEachWord([...begun, says(`${one} ${three}`, 'c#5')])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${two}, told in c#2, as well as the others`,
        observed: 'the reply to c#5 lacks it',
        exchange: 'c#5',
        restsOn: ['c#2'],
      },
    ]);
  });
  it('takes a misspelled word, and no end of a message of several words that lacks a letter or two', () => {
    const [first, second, last] = ['zqfhjkmnpqrc', 'zqcdfhjkmnpv', 'zqwxydfhjkmr'];
    const sent = (message: string) => answered({ id: 'c#1', operation: 'chat', sent: { message } });
    const judged = (message: string, said: string) =>
      remembersEachWord([sent(message), says(`${first}, ${second} and ${said}.`, 'c#2')]);
    const message = `These words: ${first} and ${second}. And ${last}`;
    for (const cut of [last.slice(0, -1), last.slice(0, -2)]) {
      expect(judged(message, cut)).toMatchObject([
        { expected: `the word ${last}, told in c#1, as well as the others` },
      ]);
      expect(judged(`${message}. Well.`, cut)).toEqual([]);
    }
    for (const near of [
      last.slice(1),
      `${last.slice(0, -1)}x`,
      last.replace('dfh', 'dhf'),
      last.replace('y', ''),
      last,
    ])
      expect(judged(message, near)).toEqual([]);
  });
  it('does not judge a bot without memory, nor where nothing was told', () => {
    const advice = 'name a bot that remembers with --bot';
    expect(remembersEachWord([tells(one, 'c#1'), says('Well.', 'c#2')])).toBe(noMemoryShown);
    const keepsOne = { inconclusive: `the bot repeated no two words, and may keep one only; ${advice}` };
    expect(remembersEachWord([tells(one, 'c#1'), tells(two, 'c#2'), says(one, 'c#3')])).toEqual(keepsOne);
    for (const seen of [[], [says('Well.', 'c#1')], [says('Well.', 'c#1'), says('Well.', 'c#2')]])
      expect(remembersEachWord(seen)).toEqual({ inconclusive: 'the bot was told nothing to remember' });
  });
});

describe('many conversations', () => {
  const told = [tells(one, 'c#1'), tells(two, 'c#2')];
  it('keep to their own words', () => {
    const seen = [...told, says(one, 'c#3'), says(two, 'c#4')];
    for (const expectation of [conversationsNeverMix, conversationsAreKept, sessionIdsDiffer]) {
      expect(expectation(seen)).toEqual([]);
    }
  });
  it('are judged by what was asked, where not all was', () => {
    expect(conversationsNeverMix([...told, says(one, 'c#3')])).toEqual([]);
    expect(conversationsAreKept([...told, says(one, 'c#3')])).toEqual([]);
    expect(conversationsAreKept(told)).toEqual([]);
    expect(sessionIdsDiffer([tells(one, 'c#1', ['v1', 7]), tells(two, 'c#2', ['v1', 8])])).toEqual([]);
    const nameless = answered({ operation: 'chat', sent: { message: two }, body: { reply: 'Yes.' } });
    expect(sessionIdsDiffer([tells(one, 'c#1'), nameless])).toEqual({
      inconclusive: 'there were no two sessions to compare',
    });
  });
  it("show another's word where a word is told", () => {
    const leaks = answered({ id: 'c#2', operation: 'chat', sent: { message: two }, body: { reply: one } });
    expect(conversationsNeverMix([tells(one, 'c#1'), leaks])).toMatchObject([
      { observed: `the reply to c#2 contains ${one}, a word that c#1 sent` },
    ]);
  });
  it("show another's word", () => {
    expect(conversationsNeverMix([...told, says(one, 'c#3'), says(one, 'c#4')])).toEqual([
      {
        subject: 'reply',
        expected: `only what was told in its own session (${two})`,
        observed: `the reply to c#4 contains ${one}, a word that c#1 sent`,
        exchange: 'c#4',
        restsOn: ['c#1'],
        kind: { observed: 'an answer contains a word of another session' },
      },
    ]);
  });
  it('have as a control that several know their own words', () => {
    const [first, second] = [says(one, 'c#3'), says(two, 'c#4')];
    expect(eachRecallsItsOwn.shownIn([...told, first, second])).toEqual({ by: [first, second] });
    expect(eachRecallsItsOwn.shownIn([...told, first, says('Well.', 'c#4')])).toEqual({
      because:
        'the bot showed no memory of what it was told, so mixing could not be seen; name a bot that remembers with --bot',
    });
  });
  const askedOnce = [...told, says(one, 'c#3'), says('Well.', 'c#4')];
  const silentAgain = [says('Well.', 'c#5'), says('Well.', 'c#6')];
  it('forget none where others are remembered, however often they are asked', () => {
    expect(conversationsAreKept([...askedOnce, ...silentAgain, says('Well.', 'c#7')])).toEqual([
      {
        subject: 'memory',
        expected: `the word ${two}, as other sessions knew theirs`,
        observed: 'none of the replies to c#4, c#5, c#6, c#7 has it',
        exchange: 'c#7',
        restsOn: ['c#2', 'c#4', 'c#5', 'c#6'],
      },
    ]);
    expect(conversationsAreKept([...told, says('Well.', 'c#3'), says('Well.', 'c#4')])).toEqual({
      inconclusive:
        'the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept',
    });
  });
  it('may be silent now and then', () => {
    expect(conversationsAreKept([...askedOnce, ...silentAgain, says(two, 'c#7')])).toEqual([]);
    expect(conversationsAreKept([...askedOnce, ...silentAgain])).toEqual({
      inconclusive: '1 session did not say its word, which may be chance: it was asked too few times',
    });
    const tellings = [...told, tells(three, 'c#3')];
    const twoSilent = [...tellings, says(one, 'c#4'), says('Well.', 'c#5'), says('Well.', 'c#6')];
    expect(conversationsAreKept([...twoSilent, says(two, 'c#7'), says(three, 'c#8')])).toEqual([]);
    expect(conversationsNeverMix([...twoSilent, says(two, 'c#7'), says(two, 'c#8')])).toMatchObject([
      { observed: `the reply to c#8 contains ${two}, a word that c#2 sent` },
    ]);
  });
  it('are asked again, two at once, where they were silent and others were not', () => {
    expect(conversationsToAskAgain(askedOnce)).toEqual([[askedOnce[1], askedOnce[3]]]);
    expect(conversationsToAskAgain([...askedOnce, ...silentAgain])).toEqual([
      [askedOnce[1], askedOnce[3], ...silentAgain],
    ]);
    expect(conversationsToAskAgain([...askedOnce, says(two, 'c#5')])).toEqual([]);
    expect(conversationsToAskAgain([...told, says('Well.', 'c#3'), says('Well.', 'c#4')])).toEqual([]);
    const words = [one, two, three, 'zqdddddddddd'];
    const four = words.map((word, at) => tells(word, `c#${at + 1}`));
    const first = [says(one, 'c#5'), ...['c#6', 'c#7', 'c#8'].map((id) => says('Well.', id))];
    expect(conversationsToAskAgain([...four, ...first])).toEqual([
      [four[1], first[1]],
      [four[2], first[2]],
    ]);
  });
  it('are asked again where they only misspelled their words, until two said theirs', () => {
    const [first, second] = ['zqfhjkmnpqrc', 'zqcdfhjkmnpv'];
    const misspelled = (word: string) => word.replace('hjk', 'hij');
    const both = [tells(first, 'c#1'), tells(second, 'c#2')];
    const near = [...both, says(first, 'c#3'), says(misspelled(second), 'c#4')];
    expect(conversationsToAskAgain(near)).toEqual([[near[1], near[3]]]);
    expect(eachRecallsItsOwn.shownIn(near)).toHaveProperty('because');
    const again = [...near, says(second, 'c#5')];
    expect(conversationsToAskAgain(again)).toEqual([]);
    expect(eachRecallsItsOwn.shownIn(again)).toEqual({ by: [again[2], again[4]] });
    for (const seen of [near, again]) expect(conversationsAreKept(seen)).toEqual([]);
  });
  it('have identifiers of their own', () => {
    expect(sessionIdsDiffer([tells(one, 'c#1', 7), tells(two, 'c#2', 7)])).toEqual([
      {
        subject: 'sessionId',
        expected: '2 sessions with a sessionId each',
        observed: '7 for more than one',
        exchange: 'c#2',
      },
    ]);
    expect(sessionIdsDiffer([tells(one, 'c#1')])).toEqual({ inconclusive: 'there were no two sessions to compare' });
  });
});

describe('sessionIdIn', () => {
  it('is the last of the least deep ones in the data of a stream', () => {
    const streamed = (...events: readonly unknown[]) =>
      answered({ operation: 'stream', body: events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('') });
    expect(sessionIdIn(streamed({ sessionId: 'a' }, 'hi', { sessionId: 'b' }, {}))).toBe('b');
    expect(sessionIdIn(streamed({ meta: { sessionId: 'a' } }, { meta: { sessionId: 'b' } }))).toBe('b');
    const ofATool = { tool: { server: 'm', sessionId: 'mcp-1' } };
    expect(sessionIdIn(streamed({ sessionId: 'a' }, ofATool))).toBe('a');
    expect(sessionIdIn(streamed(ofATool, { sessionId: 'a' }))).toBe('a');
    expect(sessionIdIn(answered({ operation: 'stream', body: 'data: hi\n\n' }))).toBeUndefined();
  });
  it('is not one that is too long to be sent back, which a reply may carry all the same', () => {
    const given = (sessionId: unknown) => answered({ body: { reply: 'a', sessionId } });
    expect(sessionIdIn(given('s'.repeat(65_536)))).toBe('s'.repeat(65_536));
    for (const [id, letters] of [
      ['s'.repeat(65_537), '65,537'],
      [['s'.repeat(100_000)], '100,004'],
    ] as const) {
      expect(sessionIdIn(given(id))).toBeUndefined();
      expect(noIdIn([given(id)])).toEqual({
        stop: `the first reply carried a sessionId of ${letters} letters, and none of more than 65,536 is sent back`,
      });
      expect(carriesSessionId([given(id)])).toEqual([]);
    }
    expect(noIdIn([given('a'), given('')])).toEqual({ stop: 'the first reply carried no sessionId to continue with' });
    expect(noIdIn([given('')])).toEqual({ stop: 'the first reply carried no sessionId to continue with' });
    expect(noIdIn([answered({ operation: 'chat', status: 402 })])).toEqual({
      stop: 'the chat that begins the session was refused (status 402), so there is none to continue',
    });
  });
  it('keeps the digits of a number, however else it would be written', () => {
    for (const id of ['12345678901234567890', '1.0', '1e3', '-0', '1E400'])
      expect(JSON.stringify(sessionIdIn(answered({ body: `{"sessionId":${id}}` })))).toBe(id);
    expect(sessionIdIn(answered({ body: String.raw`{"\u0073essionId":"a"}` }))).toBe('a');
  });
  it('finds none where nothing was answered, or nothing can be read', () => {
    const lie = { headers: [['content-encoding', 'gzip']], body: '{"sessionId":"a"}' } as const;
    for (const operation of ['chat', 'stream'] as const) {
      expect(sessionIdIn(unanswered('dropped', operation))).toBeUndefined();
      expect(sessionIdIn(answered({ ...lie, operation }))).toBeUndefined();
    }
  });
  it('is the shallowest that can be passed back', () => {
    expect(sessionIdIn(answered({ body: { meta: { sessionId: 'b' }, sessionId: 'a' } }))).toBe('a');
    expect(sessionIdIn(answered({ body: { sessionId: null, meta: [{ sessionId: 'b' }] } }))).toBe('b');
    const traced = { trace: { upstream: { sessionId: 'worker' } }, conversation: { sessionId: 'a' } };
    expect(sessionIdIn(answered({ body: traced }))).toBe('a');
    for (const sessionId of [null, '', {}, []]) expect(sessionIdIn(answered({ body: { sessionId } }))).toBeUndefined();
  });
  it('is of any type, and passed back as it came', () => {
    for (const sessionId of [0, false, true, 'a', ['v1', 7], { shard: 'eu', key: { id: null } }, { rawJSON: '1' }])
      expect(sessionIdIn(answered({ body: { sessionId } }))).toEqual(sessionId);
    const body = '{"sessionId":{"shard":"eu","key":[12345678901234567890,1.0]}}';
    expect(JSON.stringify({ sessionId: sessionIdIn(answered({ body })) })).toBe(body);
  });
  it('looks twelve levels deep, and exhausts no stack', () => {
    const nested = (levels: number) =>
      answered({ body: `${'['.repeat(levels)}{"sessionId":"a"}${']'.repeat(levels)}` });
    expect(sessionIdIn(nested(12))).toBe('a');
    expect(sessionIdIn(nested(13))).toBeUndefined();
    // At this depth, reading JSON with its source texts takes a stack of its own.
    expect(sessionIdIn(nested(2000))).toBeUndefined();
  });
  it('is not sent back where it nests deeper than can be written, and is found beside what does', () => {
    const deep = `${'['.repeat(9_000)}1.0${']'.repeat(9_000)}`;
    const odd = answered({ body: `{"sessionId":${deep}}` });
    expect(sessionIdIn(odd)).toBeUndefined();
    expect(carriesSessionId([odd])).toEqual([]);
    expect(noIdIn([odd])).toEqual({
      stop: 'the first reply carried a sessionId that nests more than 1,000 deep, and is not sent back',
    });
    expect(sessionIdIn(answered({ body: `{"sessionId":1.50,"more":${deep}}` }))).toBe(1.5);
  });
  it('keeps every digit of a number', () => {
    for (const digits of ['12345678901234567890', '1.0', '1e3']) {
      const id = sessionIdIn(answered({ body: `{"sessionId":${digits}}` }));
      expect(JSON.stringify({ sessionId: id })).toBe(`{"sessionId":${digits}}`);
    }
  });
});

describe('unlessOfSeveralIds', () => {
  const accepts = unlessSeveralSessionIds(areSuccesses);
  const refused = answered({ id: 'c#2', status: 404 });
  it('takes what the expectation takes', async () => {
    expect(await accepts([answered({ body: { sessionId: 'a' } }), answered()])).toEqual([]);
    expect(await accepts([answered({ body: [{ sessionId: 'a' }, { sessionId: 'b' }] }), answered()])).toEqual([]);
  });
  it('shows a refusal of the only id that there was', async () => {
    for (const body of [{ sessionId: 'a' }, [{ sessionId: 'a' }, { sessionId: 'a' }], [{ sessionId: 'a' }, [traced]]])
      expect(await accepts([answered({ body }), refused])).toMatchObject([
        { subject: 'status of c#2', expected: 'success, any 2xx', observed: 'status 404, no body' },
      ]);
  });
  it('says nothing of one where another stands beside it', async () => {
    const either = answered({ id: 'c#1', body: { one: { sessionId: 'a' }, two: { sessionId: 'b' } } });
    const because =
      'an answer carries several sessionIds, "a" and "b", and the document leaves open which of them continues';
    expect(await accepts([either, refused])).toEqual({ inconclusive: `${because} the session` });
    expect(await unlessSeveralSessionIds(() => ({ inconclusive: 'for its own reason' }))([refused])).toEqual({
      inconclusive: 'for its own reason',
    });
  });
});
