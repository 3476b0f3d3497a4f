import { describe, expect, it } from 'vitest';
import { answered, unanswered } from './sample-exchange.testing.ts';
import { tearsNoCharacter } from './tears-no-character.ts';

const chat = answered({ operation: 'chat', body: '{"text":"Say: é ü"}' });
const streamed = (body: string | Uint8Array) => answered({ operation: 'stream', body });
const unjudged = { unjudged: 'there is no chat without replacement characters to compare with' };

describe('tearsNoCharacter', () => {
  it('takes whole characters, and leaves bytes that are no UTF-8 to others', async () => {
    expect(await tearsNoCharacter([chat, streamed('data: é ü\n\n')])).toEqual([]);
    expect(await tearsNoCharacter([chat, streamed(Buffer.from('data: \xe9\n\n', 'latin1'))])).toEqual([]);
    expect(await tearsNoCharacter([chat])).toEqual([]);
  });
  it.each([
    ['data: {"text":"Say: \uFFFD\uFFFD ü"}\n\n', 'U+FFFD in "data: {\\"text\\":\\"Say: \uFFFD\uFFFD ü\\"}\\n\\n"'],
    ['data: {"text":"\\ufffd"}\n\n', 'U+FFFD in "data: {\\"text\\":\\"\\\\ufffd\\"}\\n\\n"'],
  ])('shows where one was torn: %j', async (body, observed) => {
    expect(await tearsNoCharacter([chat, streamed(body)])).toEqual([
      { aspect: 'reply', expected: 'whole characters, as in the chat with the same message', observed },
    ]);
  });
  it('needs a chat that has them whole', async () => {
    const torn = streamed('data: \uFFFD\n\n');
    expect(await tearsNoCharacter([torn])).toEqual(unjudged);
    expect(await tearsNoCharacter([answered({ operation: 'chat', body: '"\uFFFD"' }), torn])).toEqual(unjudged);
    expect(await tearsNoCharacter([chat, unanswered('dropped')])).toEqual([]);
  });
});
