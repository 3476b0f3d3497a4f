import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../sample-exchange.testing.ts';
import { tearsNoCharacter } from './tears-no-character.ts';

const before = 'zqaaaaaaaaaa';
const after = 'zqbbbbbbbbbb';
const between = (letters: string) => `${before} ${letters} ${after}`;
const sent = { message: `Please repeat: ${between('é ü')}` };
const chatted = (text: string) => answered({ operation: 'chat', sent, body: { text } });
const chat = chatted(between('é ü'));
const streamed = (body: string | Uint8Array) => answered({ operation: 'stream', sent, body });
const inconclusive = { inconclusive: 'there is no chat without replacement characters to compare with' };

describe('tearsNoCharacter', () => {
  it('takes whole characters, and leaves bytes that are not UTF-8 to others', async () => {
    expect(await tearsNoCharacter([chat, streamed(`data: ${between('é ü')}\n\n`)])).toEqual([]);
    const latin1 = Buffer.from(`data: ${between('é \xfc')}\n\n`, 'latin1');
    expect(await tearsNoCharacter([chat, streamed(latin1)])).toEqual([]);
    expect(await tearsNoCharacter([chat])).toEqual([]);
    expect(await tearsNoCharacter([chat, unanswered('dropped', 'stream')])).toEqual([]);
  });
  it('looks at nothing that was not planted', async () => {
    const whole = `data: {"text":"${between('é ü')}"}\n\n`;
    const scanned = 'data: {"snippet":"na\\ufffdve"}\n\n';
    for (const body of [whole + scanned, scanned + whole, scanned, 'data: \uFFFD\n\n'])
      expect(await tearsNoCharacter([chat, streamed(body)])).toEqual([]);
  });
  it.each([
    [`data: {"text":"${between('\uFFFD\uFFFD ü')}"}\n\n`, 'U+FFFD in " \uFFFD\uFFFD ü "'],
    [`data: {"text":"${before} \\ufffd"}\n\ndata: {"text":" ${after}"}\n\n`, 'U+FFFD in " \uFFFD "'],
  ])('shows where one was torn: %j', async (body, observed) => {
    expect(await tearsNoCharacter([chat, streamed(body)])).toEqual([
      { subject: 'reply', expected: 'whole characters, as in the chat with the same message', observed },
    ]);
  });
  it('needs a chat that has them whole', async () => {
    const torn = streamed(`data: ${between('\uFFFD')}\n\n`);
    expect(await tearsNoCharacter([torn])).toEqual(inconclusive);
    expect(await tearsNoCharacter([chatted(between('\uFFFD')), torn])).toEqual(inconclusive);
    expect(await tearsNoCharacter([chatted('Well.'), torn])).toEqual(inconclusive);
  });
});
