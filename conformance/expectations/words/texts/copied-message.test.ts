import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { saysWord, answerTexts } from '../said.ts';
import { copiedMessageIn, blankString } from './copied-message.ts';
import { stringsOf } from './strings-of.ts';

const message = 'Please repeat these words: "zqpndydwdjqh" and caf\u{e9}';

type Body = string | Readonly<Record<string, unknown>>;

/** A chat with that message and this response body. */
const chat = (body: Body) => answered({ operation: 'chat', sent: { message }, body });

/** The copy of the message in the answer. */
function copied(body: Body): string | undefined {
  const strings = stringsOf(typeof body === 'string' ? undefined : body);
  return copiedMessageIn(
    chat(body).request,
    strings.map(({ text }) => text),
  );
}

describe('a copy of the message beside the reply', () => {
  it.each([
    ['a field of its own', { question: message, reply: 'How can I help?' }],
    [
      'a history',
      {
        messages: [
          { role: 'user', content: message },
          { role: 'assistant', content: 'Noted.' },
        ],
      },
    ],
    ['an object of its own', { request: { message, botId: 'a' }, response: { text: '您好。' } }],
  ])('is no word of the bot: %s', (_, body) => {
    expect(copied(body)).toBe(message);
    expect(saysWord(chat(body), 'zqpndydwdjqh')).toBe(false);
    expect(answerTexts(chat(body)).join('\n')).not.toContain('repeat these words');
  });

  it.each([
    ['says nothing else', { sessionId: 's1', reply: message, model: 'gpt-3.5', at: '2026-01-01T00:00:00Z' }],
    ['says it within a sentence', { question: message, reply: `You said: ${message}` }],
  ])('is, where the bot %s', (_, body) => {
    expect(saysWord(chat(body), 'zqpndydwdjqh')).toBe(true);
  });

  it('is none of another message, nor of a body that is no JSON', () => {
    expect(copied({ question: 'Which words?', reply: 'How can I help?' })).toBeUndefined();
    expect(copied('a text')).toBeUndefined();
  });

  it('is left out of the body however its letters are escaped', () => {
    const escaped = String.raw`{"a":"caf\u00e9","b":"caf\u00e9 caf\u00e9","c":"caf`;
    expect(blankString(`${escaped}\u{e9}"}`, 'caf\u{e9}')).toBe(String.raw`{"a":"","b":"caf\u00e9 caf\u00e9","c":""}`);
  });
});
