import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { position } from '../keeps-left-session.ts';
import { lacksOwnWord, repliesToOwnMessage } from './replies-behind-left.ts';

const words = { left: 'zqaaaaaaaaaa', turn: 'zqbbbbbbbbbb', unleftTurn: 'zqcccccccccc' };

/** What the turns behind both streams are answered with, or the status with which they are refused. */
function seen(turn: string | number, unleftTurn?: string, left = 200) {
  const said = ['', '', left, '', turn, ...(unleftTurn === undefined ? [] : ['', unleftTurn])];
  return said.map((text, at) => {
    const id = Object.keys(position)[at] ?? '';
    const told = Object.entries(words).find(([name]) => name === id);
    return answered({
      id,
      operation: at === position.left || at === position.other || at === position.unleftStream ? 'stream' : 'chat',
      ...(typeof text === 'number' ? { status: text, body: {} } : { body: { reply: text } }),
      ...(told === undefined ? {} : { sent: { message: `A word: ${told[1]}` } }),
    });
  });
}

describe('repliesToItsOwn', () => {
  it.each([
    ['its own word', `You said ${words.turn}`],
    ['its own word and that of the stream that was left', `${words.left}, ${words.turn}`],
  ])('takes a reply with %s', (_, reply) => {
    expect(lacksOwnWord(seen(reply))).toBe(false);
    expect(repliesToOwnMessage(seen(reply))).toEqual([]);
  });
  it('finds the reply to the stream that was left, where an older session has its own', () => {
    const late = seen(`You said ${words.left}`, `You said ${words.unleftTurn}`);
    expect(lacksOwnWord(late)).toBe(true);
    expect(repliesToOwnMessage(late)).toEqual([
      {
        subject: 'reply',
        expected: `a reply to its own message, with its word ${words.turn}, as unleftTurn of an older session has its own`,
        observed: `it has ${words.left} in its place, a word of the stream that was left before it (left)`,
        exchange: 'turn',
        restsOn: ['left', 'unleftTurn'],
        kind: { observed: 'it is the reply to the message before it, of which the stream was left' },
      },
    ]);
  });
  it.each([
    ['says no word at all', seen('No.', `You said ${words.unleftTurn}`)],
    ['says earlier words alone', seen(words.left, 'No.')],
    ['was not asked in the older session', seen(words.left)],
  ])('does not judge a bot that %s', (_, exchanges) =>
    expect(repliesToOwnMessage(exchanges)).toEqual({
      inconclusive: 'the bot does not repeat the word of each message, so that no reply shows which message it is to',
      isUnspecified: true,
    }),
  );
  it('does not judge a session that was not left, or takes no turn', () => {
    expect(repliesToOwnMessage(seen('', '', 404))).toEqual({
      inconclusive: 'no stream of the session was answered, so none was aborted',
    });
    expect(repliesToOwnMessage(seen(409))).toMatchObject({ isUnspecified: true });
    expect(repliesToOwnMessage(seen(409, 'Yes.'))).toEqual({
      inconclusive:
        'the next chat of the session of the stream that was left got status 409: see stream.disconnect/leaves-its-session-known',
    });
    expect(lacksOwnWord(seen(409))).toBe(false);
  });
});
