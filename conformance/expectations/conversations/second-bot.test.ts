import type { HeaderFields } from '../../model/exchange.ts';
import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { isRefusal } from '../statuses/is-refusal.ts';
import {
  secondBotAcceptsItsId,
  secondBotForgets,
  onSecondBotCall,
  secondBotRemembers,
  withSecondBot,
} from './second-bot.ts';

const word = 'zqaaaaaaaaaa';
const turn = (bot: number, message: string, reply: string, status = 200) => {
  const id = `bot ${bot}: ${message.slice(0, 8)}`;
  const exchange = answered({ operation: 'chat', id, sent: { message }, status, body: { reply } });
  return { ...exchange, request: { ...exchange.request, url: `http://a.test/v1/bots/${bot}/chat` } };
};
const list = answered({ operation: 'bots', body: {} });
const told = (says = true) => turn(2, `Remember: ${word}`, says ? word : 'Yes.');
const asked = (knows: boolean, status = 200) => turn(2, 'Which words were they?', knows ? word : 'None.', status);
const elsewhere = turn(1, 'Hello again!', 'Hello.');

describe('a second bot', () => {
  it('that remembers passes, also if it does so once of several times', () => {
    for (const seen of [
      [list, told(), asked(true), elsewhere],
      [list, told(), asked(false), asked(true), elsewhere],
    ]) {
      expect([secondBotAcceptsItsId(seen), secondBotRemembers(seen), secondBotForgets(seen)]).toEqual([[], [], false]);
    }
  });
  it('that never remembers, though it repeats, is found', () => {
    const seen = [list, told(), asked(false), asked(false), asked(false), elsewhere];
    expect(secondBotForgets(seen)).toBe(true);
    expect(secondBotRemembers(seen)).toEqual([
      {
        subject: 'memory',
        expected: `the word ${word}, told in bot 2: Remember, as the first bot knew its own`,
        observed: 'the reply to bot 2: Which wo lacks it',
        exchange: 'bot 2: Which wo',
        restsOn: ['bot 2: Remember'],
      },
    ]);
    expect(secondBotRemembers(seen.slice(0, 4))).toHaveProperty('isUnspecified', true);
    expect(secondBotRemembers(seen.with(1, told(false)))).toHaveProperty('isUnspecified', true);
  });
  it('that refuses its own id is found', () => {
    expect(secondBotAcceptsItsId([list, told(), asked(false, 404)])).toEqual([
      {
        subject: 'status of the turn with the second bot',
        expected: 'success, any 2xx',
        observed: 'status 404, {"reply":"None."}',
        exchange: 'bot 2: Which wo',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
  it('that is not there says nothing', () => {
    const broken = withSecondBot(() => [
      { subject: 'status', expected: 'any', observed: 'none', kind: { is: 'status' } },
    ]);
    expect(broken([list, told(), asked(true)])).toHaveLength(1);
    for (const each of [secondBotAcceptsItsId, secondBotRemembers, broken])
      expect(each([list])).toEqual({
        inconclusive: 'there is no second bot in the list to talk to',
        isUnspecified: true,
      });
    expect(secondBotForgets([list])).toBe(false);
  });
  it('that is listed, and answers no chat or names no session, is not called absent', () => {
    const refused = 'the second bot answers no chat with the token: status 404';
    expect(secondBotAcceptsItsId([list, turn(2, `Remember: ${word}`, '', 404)])).toMatchObject({
      inconclusive: refused,
    });
    const endless = 'the chat with the second bot named no sessionId to go on with';
    expect(secondBotAcceptsItsId([list, told()])).toMatchObject({ inconclusive: endless });
  });
});

describe('a list of one bot that goes on', () => {
  const listed = (body: object, headers: HeaderFields = []) =>
    answered({ operation: 'bots', body: { ...body }, headers: [['Content-Type', 'application/json'], ...headers] });
  const more = 'there is no second bot in the list to talk to on the first page, which says that there are more';
  it.each([
    listed({ bots: [], nextCursor: 'abc' }),
    listed({ bots: [], has_more: true }),
    listed({ bots: [], page: { next: '/v1/bots?page=2' } }),
    listed({ bots: [] }, [['Link', '</v1/bots?page=2>; rel="next"']]),
  ])('says so', (first) => {
    expect(secondBotAcceptsItsId([first])).toEqual({ inconclusive: more, isUnspecified: true });
  });
  it.each([
    listed({ bots: [], nextCursor: null, hasMore: false, page: { next: '' } }),
    listed({ bots: [{ next: 'a' }] }, [['Link', '</v1/bots?page=1>; rel="prev"']]),
  ])('is none of these', (first) => {
    expect(secondBotAcceptsItsId([first])).not.toMatchObject({ inconclusive: more });
  });
});

describe('a chat with a second bot behind the list', () => {
  const [refused, served] = [turn(2, 'Hello!', '', 401), turn(2, 'Hello!', 'Hello.')];
  it('is judged by its place', () => {
    expect(onSecondBotCall(2, isRefusal)([list, served, refused, served])).toEqual([]);
    expect(onSecondBotCall(3, isRefusal)([list, served, refused, served])).toMatchObject([
      { subject: 'status', kind: { is: 'status' } },
    ]);
  });
  it('is not judged where the list has no such bot, or it answers nobody', () => {
    const none = 'there is no second bot in the list to talk to';
    expect(onSecondBotCall(2, isRefusal)([list])).toEqual({ inconclusive: none, isUnspecified: true });
    const silent = 'the second bot answers no chat with the token: status 401';
    expect(onSecondBotCall(2, isRefusal)([list, refused])).toEqual({ inconclusive: silent, isUnspecified: true });
  });
});
