import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { everyStreamLosesWords, streamsTheWholeReply as judge } from './streams-every-word.ts';

const letters = ['abc', 'bcd', 'cde', 'def', 'efg', 'fgh'];
const wordsOf = (round: number): readonly string[] => letters.map((name) => `zq${name}${'ijk'[round]}lmnpqr`);
const rounds = [0, 1, 2];
const replyOf = (round: number): string => `Sure: ${wordsOf(round).join(' ')}.`;
const upTo = (many: number): number => 'Sure: '.length + many * 13;

/** Each reply in a chat, and in a stream of these events. */
const said = (events: (reply: string) => readonly string[]) =>
  rounds.flatMap((round) => {
    const sent = { message: `Please repeat: ${wordsOf(round).join(' ')}` };
    const body = events(replyOf(round))
      .map((data) => `data: ${data}\n\n`)
      .join('');
    return [
      answered({ operation: 'chat', id: `chat#${round}`, sent, body: { reply: replyOf(round) } }),
      answered({ operation: 'stream', id: `stream#${round}`, sent, body }),
    ];
  });

const inPieces = (text: string): readonly string[] =>
  (text.match(/.{1,12}/gsu) ?? []).map((piece) => JSON.stringify({ text: piece }));

describe('streams that break off where chats do not', () => {
  it.each([2, 3, 5])('lack what each of them lacks behind word %i', (many) => {
    const seen = said((reply) => inPieces(reply.slice(0, upTo(many))));
    expect(everyStreamLosesWords(seen)).toBe(true);
    expect(judge(seen)).toMatchObject(
      rounds.map((round) => ({
        exchange: `stream#${round}`,
        observed: `${many} of 6 words, without ${wordsOf(round)
          .slice(many, many + 3)
          .join(', ')}`,
      })),
    );
  });
  it('do so whatever else they say of themselves', () => {
    const around = (reply: string): readonly string[] => [
      JSON.stringify({ sessionId: crypto.randomUUID(), model: 'large' }),
      ...inPieces(reply.slice(0, upTo(2))),
      JSON.stringify({ done: true, usage: { sent: 12, said: 34 }, at: 1_764_000_000_000 }),
    ];
    expect(judge(said(around))).toHaveLength(rounds.length);
  });
  it('may break off where one of them does not', () => {
    let streamed = 0;
    const seen = said((reply) => {
      streamed += 1;
      return inPieces(streamed === 2 ? reply : reply.slice(0, upTo(2)));
    });
    expect(everyStreamLosesWords(seen)).toBe(false);
    expect(judge(seen)).toEqual([]);
  });
  const hardlyReadable = {
    inconclusive:
      'chats repeat what they are asked to, and only some of it could be read in a stream of this bot: it says something else there, or in a layout that is not known to assay',
    isUnspecified: true,
  };
  it.each<[string, (reply: string) => readonly string[]]>([
    ['numbers behind a title', (reply) => [JSON.stringify({ codes: [...Buffer.from(reply)] })]],
    ['a number each', (reply) => [...Buffer.from(reply)].map((code) => JSON.stringify({ code }))],
    ['base64 behind a title', (reply) => [Buffer.from(reply).toString('base64')]],
    ['base64 in JSON', (reply) => [JSON.stringify({ data: Buffer.from(reply).toString('base64') })]],
  ])('may have the rest as %s', (_, layout) => {
    const seen = said((reply) => [JSON.stringify({ title: reply.slice(0, upTo(2)) }), ...layout(reply)]);
    expect(everyStreamLosesWords(seen)).toBe(false);
    expect(judge(seen)).toEqual(hardlyReadable);
  });
  it('may say something else behind the first word', () => {
    expect(judge(said((reply) => inPieces(reply.slice(0, upTo(1)))))).toEqual(hardlyReadable);
    expect(judge(said((reply) => inPieces(`${reply.slice(0, upTo(1))}, and so on until ${reply.slice(-14)}`)))).toEqual(
      hardlyReadable,
    );
  });
});
