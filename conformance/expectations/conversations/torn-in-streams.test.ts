import { describe, expect, it } from 'vitest';
import { nonceOf } from '../../model/nonce.ts';
import { answered } from '../sample-exchange.testing.ts';
import { tearsNoWord } from './torn-in-streams.ts';

const wordAt = (at: number): string => nonceOf(1, 'probe', `${at}`);
const repeat = (word: string): string => `Please repeat this word: ${word}`;
const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const chat = (at: number, said = wordAt(at)) =>
  answered({ operation: 'chat', id: `chat ${at}`, sent: { message: repeat(wordAt(at)) }, body: { reply: said } });
const stream = (at: number, pieces: readonly string[], fieldsOf = (text: string): object => ({ text })) =>
  answered({
    operation: 'stream',
    id: `stream ${at}`,
    sent: { message: repeat(wordAt(at)) },
    headers: [['content-type', 'text/event-stream']],
    body: pieces.map((text) => `data: ${JSON.stringify(fieldsOf(text))}\n\n`).join(''),
  });
const inPieces = (at: number): readonly string[] => wordAt(at).match(/.{1,3}/g) ?? [];
const whole = (at: number) => stream(at, inPieces(at));
const torn = (at: number, lost = at % 4) => stream(at, inPieces(at).toSpliced(lost, 1));

const chats = indices(30).map((at) => chat(at));
const wholeOnes = indices(4).map((at) => whole(at + 40));
const tornOnes = indices(6).map((at) => torn(at + 50));

describe('streams that lose letters', () => {
  it('are told by what is left of a word, where no chat tears one and other streams have theirs', () => {
    const judged = tearsNoWord([...chats, ...wholeOnes, ...tornOnes]);
    expect(judged).toHaveLength(3);
    expect(judged).toMatchObject([
      {
        subject: 'reply in stream 50',
        expected: 'whole words, as in each of 30 chats that repeat what they were told',
        observed: `"${wordAt(50).slice(0, 6) + wordAt(50).slice(9)}" for ${wordAt(50)}; 6 of 10 streams lack letters so`,
        exchange: 'stream 50',
      },
      {},
      {},
    ]);
  });
  it.each([
    ['a bot misspells in chats, too', [chat(30, `${wordAt(30).slice(0, 5)}${wordAt(30).slice(7)}`)], tornOnes],
    ['it happens once, which a bot may do', [], tornOnes.slice(0, 1)],
    ['a stream says nothing of the word', [], indices(6).map((at) => stream(at + 50, ['I ', 'forgot ', 'it.']))],
    [
      'the missing letters stand elsewhere in it',
      [],
      indices(6).map((at) => {
        const [first = '', ...others] = inPieces(at + 50);
        return stream(at + 50, others, (text) => ({ text, head: first }));
      }),
    ],
    ['text is taken back', [], indices(6).map((at) => stream(at + 50, inPieces(at + 50).toSpliced(1, 1, '\b')))],
  ])('are not told where %s', (_, more, streams) => {
    expect(tearsNoWord([...chats, ...more, ...wholeOnes, ...streams])).toEqual([]);
  });
  it('are not told where no chat is known to say words whole, or no stream to be read', () => {
    expect(tearsNoWord([...wholeOnes, ...tornOnes])).toEqual([]);
    expect(tearsNoWord([...chats, ...tornOnes])).toEqual([]);
  });
});
