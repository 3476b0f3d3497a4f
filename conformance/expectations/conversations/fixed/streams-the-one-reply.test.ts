import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { streamsTheOneReply as judge } from './streams-the-one-reply.ts';

const polite = 'I am sorry – I can only help with questions about your subscription. Is there anything that I can do?';

type Events = (text: string, message: string) => readonly object[];
const inPieces: Events = (text) => (text.match(/.{1,9}/gsu) ?? []).map((delta) => ({ delta }));

const stream = (id: number, events: readonly object[]) =>
  answered({
    operation: 'stream',
    id: `stream#${id}`,
    sent: { message: `Question ${id}?` },
    body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  });

const said = (events: Events, replyTo: (message: string) => string = () => polite, many = 4) =>
  Array.from({ length: many }, (_, id) => {
    const message = `Question ${id}?`;
    const chat = answered({
      operation: 'chat',
      id: `chat#${id}`,
      sent: { message },
      body: { reply: replyTo(message) },
    });
    return [chat, stream(id, [{ sessionId: crypto.randomUUID() }, ...events(polite, message), { done: true }])];
  }).flat();

const half: Events = (text, message) => inPieces(text.slice(0, 48), message);

describe('the streams of a bot that answers every chat with one text', () => {
  it('carry it', () => {
    expect(judge(said(inPieces))).toEqual([]);
  });
  it('do not where each has its beginning alone, torn within a word', () => {
    expect(judge(said(half)).slice(0, 1)).toEqual([
      {
        subject: 'reply in stream#0',
        kind: { subject: 'reply' },
        expected: `"${polite.slice(0, 60)}…", as each of 4 chats has it, whatever was asked`,
        observed: 'its first 48 of 101 characters, up to "estions abou"',
        exchange: 'stream#0',
      },
    ]);
    expect(judge(said(half))).toHaveLength(3);
  });
  it('do not where each has its bytes in another encoding', () => {
    const misread: Events = (text, message) => inPieces(Buffer.from(text).toString('latin1'), message);
    expect(judge(said(misread))).toMatchObject(
      [0, 1, 2].map((id) => ({
        exchange: `stream#${id}`,
        observed: expect.stringMatching(/^"I am sorry â.*", its UTF-8 bytes read as another encoding$/) as string,
      })),
    );
  });
  it.each<[string, Events]>([
    ['end where a word does', (text, message) => inPieces(text.slice(0, text.indexOf(' about')), message)],
    ['end with a sentence', (text, message) => inPieces(text.slice(0, text.indexOf('.') + 1), message)],
    ['say what they do', () => [{ status: 'I am looking for it' }, { status: 'I have found it' }]],
    ['greet by a name', (_, message) => inPieces(`Hello Anna! ${polite.slice(0, 48)}${message}`, message)],
    [
      'have it behind a title',
      (text) => [{ title: text.slice(0, 48) }, { data: Buffer.from(text).toString('base64') }],
    ],
    ['have it as numbers', (text) => [{ title: text.slice(0, 48) }, { codes: [...Buffer.from(text)] }]],
    ['say that they failed', (text, message) => [...half(text, message), { error: { code: 'busy' } }]],
    ['may be edited', (text, message) => [...half(text, message), { delta: '\b' }]],
  ])('are not judged where they %s', (_, events) => {
    expect(judge(said(events))).toEqual([]);
  });
  it('are not judged where one of them carries it', () => {
    expect(judge([...said(half), stream(9, inPieces(polite, ''))])).toEqual([]);
  });
  it('are not judged where a chat says something else, or there are few', () => {
    expect(judge(said(half, (message) => (message.includes('2') ? 'Why do you ask?' : polite)))).toEqual([]);
    expect(judge(said(half, () => polite, 3))).toEqual([]);
    expect(judge([])).toEqual([]);
  });
  it('are not judged in a script without spaces', () => {
    const chinese =
      '您好我们只能回答与您的订阅有关的问题请问有什么可以帮助您的吗我们会尽快给您答复谢谢您的耐心等待祝您愉快再见';
    const some: Events = (_, message) => inPieces(chinese.slice(0, 24), message);
    expect(judge(said(some, () => chinese))).toEqual([]);
  });
});
