import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { streamsKeepBlanks, streamsTheWholeReply as judge } from './streams-every-word.ts';

const names = ['abc', 'bcd', 'cde', 'def', 'efg', 'fgh'];
const wordsOf = (round: number): readonly string[] =>
  names.map((name) => `zq${name}${'ijklmnp'.slice(round)}`.padEnd(12, 'x'));
const messageOf = (round: number): string => `Please repeat: ${wordsOf(round).join(' ')}`;
const rounds = [0, 1, 2];
const roundOf = (message: string): number | undefined => rounds.find((round) => messageOf(round) === message);

/** What a bot replies to a message. */
type Bot = (message: string) => string;
const echoes: Bot = (message) => `You said: “${message}”. Is that so?`;
const repeats: Bot = (message) => `Sure: ${message.replace('Please repeat: ', '')}.`;

function chat(message: string, bot: Bot): Exchange {
  return answered({
    operation: 'chat',
    id: `chat#${roundOf(message)}`,
    sent: { message },
    body: { reply: bot(message) },
  });
}

const inPieces = (text: string): readonly string[] => text.match(/.{1,12}/gsu) ?? [];

/** How a text stands in the events of a stream. */
type Layout = (pieces: readonly string[]) => readonly string[];
const deltas: Layout = (pieces) => pieces.map((text) => JSON.stringify({ text }));

function stream(message: string, pieces: readonly string[], layout: Layout = deltas): Exchange {
  const body = layout(pieces)
    .map((data) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`)
    .join('');
  return answered({ operation: 'stream', id: `stream#${roundOf(message)}`, sent: { message }, body });
}

/** Each message as a chat and as a stream, and a further chat. */
function said(
  bot: Bot,
  spoilt: (pieces: readonly string[]) => readonly string[] = (pieces) => pieces,
  layout = deltas,
) {
  return [
    chat('What is a lighthouse for?', bot),
    ...rounds.flatMap((round) => {
      const message = messageOf(round);
      return [chat(message, bot), stream(message, spoilt(inPieces(bot(message))), layout)];
    }),
  ];
}

const without = (place: number) => (pieces: readonly string[]) => pieces.filter((_, at) => at !== place);
const twice = (place: number) => (pieces: readonly string[]) =>
  pieces.flatMap((piece, at) => (at === place ? [piece, piece] : [piece]));
const swapped = ([one = '', two = '', three = '', ...more]: readonly string[]) => [one, three, two, ...more];

describe('the streams of a bot that says each message again', () => {
  it('find the end of one reply missing that all chats and most streams have', () => {
    let streamed = 0;
    const seen = said(echoes, (pieces) => {
      streamed += 1;
      return streamed === 2 ? pieces.slice(0, -1) : pieces;
    });
    expect(judge(seen)).toEqual([
      {
        subject: 'reply in stream#1',
        kind: { subject: 'reply' },
        expected: '"”.isthatso?" at its end, ignoring spaces, as in each chat and in 2 streams',
        observed: 'only "”.is"',
        exchange: 'stream#1',
      },
    ]);
    expect(judge(said(echoes, (pieces) => pieces.slice(0, -1)))).toEqual([]);
  });
  it('carry all of it', () => {
    expect(judge(said(echoes))).toEqual([]);
  });
  it.each([
    ['marks for blanks', (text: string) => JSON.stringify({ token: text.replaceAll(' ', '\u2581') })],
    ['escaped blanks', (text: string) => `t:${text.replaceAll(' ', '%20')}`],
  ])('are not judged where none can be read as it is meant: %s', (_, written) => {
    const layout: Layout = (pieces) => pieces.map(written);
    const words = (pieces: readonly string[]) => pieces.join('').match(/\S+\s*/g) ?? [];
    expect(judge(said(echoes, words, layout))).toMatchObject({ isUnspecified: true });
    for (const spoilt of [without(4), twice(4), swapped])
      expect(judge(said(echoes, (pieces) => spoilt(words(pieces))))).toHaveLength(rounds.length);
  });
  it.each([
    ['that the stream loses', without(4)],
    ['that comes twice', twice(4)],
    ['that comes too soon', swapped],
  ])('do not where there is a piece %s', (_, spoilt) => {
    expect(judge(said(echoes, spoilt))).toHaveLength(rounds.length);
  });
  it('do not where one of them alone loses a piece', () => {
    const [message, all] = [messageOf(0), said(echoes)];
    const broken = stream(message, without(4)(inPieces(echoes(message))));
    expect(judge([...all, { ...broken, id: 'later#1' }])).toMatchObject([
      {
        subject: 'reply in later#1',
        expected: `the message "${message}", as each of 4 chats said its own`,
        observed: `6 of its 8 words, without ${wordsOf(0)[1]}, ${wordsOf(0)[2]}`,
        exchange: 'later#1',
      },
    ]);
  });
  it('do not where one of many has no text at all, but may decline in words or by a mark of its own', () => {
    const others = ['grey', 'blue'].map((name) => `What would you call the ${name} of the sea?`);
    const around =
      (reason: string): Layout =>
      (pieces) => [
        JSON.stringify({ type: 'begin', id: crypto.randomUUID() }),
        ...pieces.map((text) => JSON.stringify({ type: 'text', text })),
        JSON.stringify({ type: 'end', reason }),
      ];
    const whole = [...rounds.map(messageOf), ...others].flatMap((message) => [
      chat(message, echoes),
      stream(message, inPieces(echoes(message)), around('stop')),
    ]);
    const withOne = (pieces: readonly string[], reason: string) =>
      judge([...whole, { ...stream(messageOf(0), pieces, around(reason)), id: 'later#1' }]);
    expect(withOne([], 'stop')).toMatchObject([
      { subject: 'reply in later#1', observed: '0 of its 8 words, and no other text of a reply' },
    ]);
    expect(withOne([], 'content_filter')).toMatchObject({ isUnspecified: true });
    expect(withOne(['I would rather not say.'], 'stop')).toMatchObject({ isUnspecified: true });
  });
  const colours = ['grey', 'bluish', 'green', 'silver', 'turquoise'];
  const fiveMessages = colours.map((name, at) => `What is the ${name} of the ${'old '.repeat(at)}sea?`);
  /** The first and the sixth message have the same session id. */
  const idOf = (at: number): string => `ses_abcdef${at % 5}`;
  const withOneOfNoText = (whole: Layout, odd: readonly string[]) => {
    const seen = [...fiveMessages, messageOf(0)].flatMap((message, at) => [
      chat(message, echoes),
      stream(message, [idOf(at), ...inPieces(echoes(message))], whole),
    ]);
    return judge([...seen, { ...stream(messageOf(0), odd, (events) => events), id: 'later#1' }]);
  };
  const json = (value: object): string => JSON.stringify(value);
  const texts = ([, ...pieces]: readonly string[]) => pieces.map((text) => json({ text }));
  it.each<[string, Layout, ...odd: string[]]>([
    ['a flag', (all) => [...texts(all), json({ end: true, blocked: false })], json({ end: true, blocked: true })],
    ['a number', (all) => [...texts(all), json({ end: true, reason: 1 })], json({ end: true, reason: 3 })],
    [
      'a score',
      (all) => [...texts(all), json({ end: true, score: all.length / 100 })],
      json({ end: true, score: 0.9 }),
    ],
    ['an event', (all) => [...texts(all), '[DONE]'], json({ flagged: true }), '[DONE]'],
    ['a member', (all) => [...texts(all), json({ end: {} })], json({ end: { refused: {} } })],
    ['what is null', (all) => [...texts(all), json({ refusal: null })], json({ refusal: '' })],
    ['its name, behind a return', (all) => [...texts(all), '{}\revent: end'], '{}\revent: refused'],
  ])('may have no text where one declines by %s that no other has', (_, whole, ...odd) => {
    expect(withOneOfNoText(whole, odd)).toMatchObject({ isUnspecified: true });
  });
  it('may not where it counts as many tokens as none, and is of a session as two of them are', () => {
    const whole: Layout = (all) => [json({ sessionId: all[0] }), ...texts(all), json({ tokens: all.join('').length })];
    const odd = [json({ sessionId: 'ses_xyz' }), json({ text: '' }), json({ tokens: 0 })];
    expect(withOneOfNoText(whole, odd)).toMatchObject([{ subject: 'reply in later#1' }]);
  });
  it.each<[string, Layout]>([
    [
      'have the whole text so far',
      (pieces) => pieces.map((_, at) => JSON.stringify({ parts: [pieces.slice(0, at + 1).join('')] })),
    ],
    ['are followed by the whole text', (pieces) => [...deltas(pieces), JSON.stringify({ text: pieces.join('') })]],
    [
      'are followed by the whole text elsewhere',
      (pieces) => [...deltas(pieces), JSON.stringify({ done: { text: pieces.join('') } })],
    ],
    [
      'are of two replies in turn',
      (pieces) => pieces.flatMap((text) => [0, 1].map((index) => JSON.stringify({ index, text }))),
    ],
    [
      'have thoughts between them',
      (pieces) =>
        pieces.flatMap((text) => [
          JSON.stringify({ type: 'thought', text: 'Hm.' }),
          JSON.stringify({ type: 'answer', text }),
        ]),
    ],
    ['say their places, in any order', (pieces) => pieces.map((text, at) => JSON.stringify({ at, text })).toReversed()],
    [
      'come again with the same place',
      (pieces) => pieces.flatMap((text, at) => [0, 1].map(() => JSON.stringify({ at, text }))),
    ],
    ['have a name each', (pieces) => pieces.map((text, at) => JSON.stringify({ [`p${at}`]: text }))],
    ['are words that the reader joins', (pieces) => deltas(pieces.join('').split(' '))],
    ['are text', (pieces) => pieces],
    ['are forms', (pieces) => pieces.map((text) => new URLSearchParams({ text }).toString())],
    ['are markup in JSON', (pieces) => pieces.map((text) => JSON.stringify({ html: `<w id="w">${text}</w>` }))],
    ['are JSON in JSON', (pieces) => pieces.map((text) => JSON.stringify({ data: JSON.stringify({ text }) }))],
  ])('are whole where their events %s', (_, layout) => {
    expect(judge(said(echoes, (pieces) => pieces, layout))).toEqual([]);
  });
  it('may break off where they say that they failed', () => {
    const failing: Layout = (pieces) => [...deltas(pieces.slice(0, 4)), JSON.stringify({ error: { code: 'busy' } })];
    expect(judge([...said(echoes), stream(messageOf(0), inPieces(echoes(messageOf(0))), failing)])).toEqual([]);
  });
  it('are not judged where no word of them can be read', () => {
    const coded: Layout = (pieces) => pieces.map((text) => Buffer.from(text).toString('base64'));
    expect(judge(said(echoes, (pieces) => pieces, coded))).toEqual({
      inconclusive: 'no words could be read in a stream of this bot: the layout of its data is not known to assay',
      isUnspecified: true,
    });
  });
});

describe('the streams of a bot that repeats words when it is asked to', () => {
  it('carry them', () => {
    expect(judge(said(repeats))).toEqual([]);
  });
  it('do not where each of them loses a piece', () => {
    expect(judge(said(repeats, without(2)))).toMatchObject([
      {
        subject: 'reply in stream#0',
        expected: 'the words that it was asked to repeat in their order, each once, as chat#0 has them',
        observed: `4 of 6 words, without ${wordsOf(0)[1]}, ${wordsOf(0)[2]}`,
        exchange: 'stream#0',
      },
      {},
      {},
    ]);
  });
  it('do not where each of them says a piece twice', () => {
    const stuttered = (pieces: readonly string[]) => [
      ...pieces.slice(0, 5),
      pieces.join('').slice(6, 58),
      ...pieces.slice(5),
    ];
    expect(judge(said(repeats, stuttered))).toHaveLength(rounds.length);
  });
  it('may lack one where another does not', () => {
    const message = messageOf(0);
    const all = said(repeats, without(2));
    expect(judge(all.map((each) => (each.id === 'stream#0' ? stream(message, [repeats(message)]) : each)))).toEqual([]);
  });
});

describe('nothing is judged', () => {
  const open = {
    inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
    isUnspecified: true,
  };
  it.each<[string, Bot]>([
    ['does not repeat', () => 'That is a good question.'],
    ['repeats in an order of its own', (message) => message.split(' ').toReversed().join(' ')],
    ['repeats some', (message) => message.slice(0, 40)],
  ])('of a bot that %s', (_, bot) => {
    expect(judge(said(bot, without(2)))).toEqual(open);
  });
  it('of too few', () => {
    expect(judge(said(repeats, without(2)).slice(0, -2))).toEqual(open);
    expect(judge([])).toEqual(open);
  });
});

describe('the blanks of a reply', () => {
  it('stand in the stream too', () => {
    expect(streamsKeepBlanks(said(repeats))).toEqual([]);
  });
  it('are lost where pieces lose those at their ends', () => {
    const trimmed = (pieces: readonly string[]) =>
      pieces
        .join('')
        .split(/(?= )/)
        .map((piece) => piece.trim());
    const judged = streamsKeepBlanks(said(repeats, trimmed));
    expect(judged).toContainEqual({
      subject: 'reply in stream#0',
      kind: { subject: 'reply' },
      expected: 'a space between all words, as in chat#0',
      observed: 'some run together',
      exchange: 'stream#0',
      restsOn: ['chat#0'],
    });
  });
  it('are lost where only an event behind the pieces has the whole reply with them', () => {
    const whole: Layout = (pieces) => [
      ...pieces.map((piece) => JSON.stringify({ delta: piece.trim() })),
      JSON.stringify({ done: true, reply: pieces.join('') }),
    ];
    const words = (pieces: readonly string[]) => pieces.join('').split(/(?= )/);
    expect(streamsKeepBlanks(said(repeats, words, whole))).toHaveLength(rounds.length);
    const untrimmed: Layout = (pieces) => [...deltas(pieces), JSON.stringify({ done: true, reply: pieces.join('') })];
    expect(streamsKeepBlanks(said(repeats, words, untrimmed))).toEqual([]);
  });
  it('are not judged of a bot that does not repeat', () => {
    expect(streamsKeepBlanks(said(() => 'No.'))).toMatchObject({ isUnspecified: true });
  });
  it('are not judged where no stream has the words', () => {
    const none = { inconclusive: 'no stream carried those words', isUnspecified: true };
    expect(streamsKeepBlanks(said(repeats, () => []))).toEqual(none);
  });
});
