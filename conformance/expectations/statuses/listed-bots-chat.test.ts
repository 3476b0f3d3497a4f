import { describe, expect, it } from 'vitest';
import { listedBotsCanChat, othersListedBotsCanChat } from './listed-bots-chat.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const list = answered({ operation: 'bots', body: [{ botId: 'a' }] });
const envelope = { error: { code: 'draft', message: 'This bot is a draft.' } };
const chatUrl = 'http://service.test/v1/bots/a/chat';
const reply = { sessionId: 's-1' };
const chatted = (status: number, body: Readonly<Record<string, unknown>> = status < 300 ? reply : envelope) =>
  answered({ operation: 'chat', id: 'c#2', status, body });

describe('listedBotsCanChat', () => {
  it('says nothing where no bot was talked to', async () => {
    expect(await listedBotsCanChat([list])).toEqual({
      inconclusive: 'no bot of this kind is listed',
      isUnspecified: true,
    });
  });
  it('takes successes, and a bot that is refused for what it is', async () => {
    for (const status of [200, 201, 403, 409, 423])
      expect(await listedBotsCanChat([list, chatted(200), chatted(status)])).toEqual([]);
    expect(await listedBotsCanChat([list, unanswered('dropped', 'chat')])).toEqual([]);
  });
  it('says nothing of bots where a success is no chat response', async () => {
    const asked = { ...chatted(200, {}), request: { ...chatted(200).request, url: chatUrl } };
    expect(await listedBotsCanChat([list, asked])).toEqual({
      inconclusive: 'the status is a success, but the body is no chat response: it has no sessionId (2.3)',
    });
    expect(await listedBotsCanChat([list, asked, chatted(404)])).toHaveLength(1);
  });
  it.each([
    [404, envelope],
    [400, envelope],
    [500, envelope],
    [302, {}],
    [403, {}],
  ])('shows a listed bot that is not known: %i with %j', async (status, body) => {
    expect(await listedBotsCanChat([list, chatted(200), chatted(status, body)])).toMatchObject([
      {
        subject: 'status of c#2',
        expected: 'success, any 2xx, or a refusal of this bot: 403, 409 or 423 with the error object',
        observed: expect.stringContaining(`status ${status}`) as string,
      },
    ]);
  });
  it('takes a last bot that is refused otherwise than an unknown one, and with the error object', async () => {
    const listed = answered({ operation: 'bots', body: ['a', 'b', 'c'].map((botId) => ({ botId })) });
    const of = (bot: string, status: number, body: object = status < 300 ? reply : envelope) => {
      const exchange = chatted(status, { ...body });
      return { ...exchange, request: { ...exchange.request, url: `http://service.test/v1/bots/${bot}/chat` } };
    };
    const gone = (bot: string) => ({
      error: { code: 'not_found', message: `No bot ${bot}, see request ${bot.length}.` },
    });
    const judged = (...chats: readonly ReturnType<typeof of>[]) => listedBotsCanChat([listed, ...chats]);
    for (const status of [400, 404, 422])
      expect(await judged(of('a', 200), of('b', 200), of('c', status), of('none', 404, gone('none')))).toEqual([]);
    for (const [status, body] of [
      [404, gone('c')],
      [404, {}],
    ] as const)
      expect(
        await judged(of('a', 200), of('b', 200), of('c', status, body), of('none', 404, gone('none'))),
      ).toMatchObject([{ subject: 'status of c#2' }]);
    expect(await judged(of('a', 200), of('b', 404), of('c', 422))).toHaveLength(2);
    expect(await judged(of('a', 404), of('b', 404), of('none', 404, gone('none')))).toHaveLength(3);
  });
  it('says nothing where the list was refused', async () => {
    const inconclusive = { inconclusive: 'there is no list of bots to take ids from' };
    expect(await listedBotsCanChat([answered({ status: 403 })])).toEqual({ ...inconclusive, isUnspecified: true });
    expect(await listedBotsCanChat([answered({ status: 500 })])).toEqual(inconclusive);
    expect(await listedBotsCanChat([])).toEqual(inconclusive);
  });
});

describe('othersListedBotsCanChat', () => {
  const refused = answered({ operation: 'bots', status: 401 });
  it('asks the same of the other token', async () => {
    expect(await othersListedBotsCanChat([refused, list, chatted(200)])).toEqual([]);
    expect(await othersListedBotsCanChat([refused, list, chatted(404)])).toMatchObject([{ subject: 'status of c#2' }]);
  });
  it('leaves open what becomes of a list for everybody', async () => {
    const open = { inconclusive: 'the list of bots needs no token', isUnspecified: true };
    expect(await othersListedBotsCanChat([list, list])).toEqual(open);
    expect(await othersListedBotsCanChat([list, list, chatted(200), chatted(404)])).toEqual(open);
    expect(await othersListedBotsCanChat([list, list, chatted(401)])).toEqual(open);
    expect(await othersListedBotsCanChat([list, list, chatted(404), chatted(404)])).toEqual({
      inconclusive:
        'the list of bots needs no token, and the other token can chat with no bot of it that was tried: see whether the list of one caller is kept for all',
      isUnspecified: true,
    });
  });
  it('does not judge by a token that no chat takes', async () => {
    const inconclusive = 'no chat accepts the other token';
    expect(await othersListedBotsCanChat([refused, list, chatted(401)])).toEqual({ inconclusive });
  });
});
