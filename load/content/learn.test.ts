import { describe, expect, it } from 'vitest';
import { repeatRequestText, jsonValueOf, uniqueWords } from './layouts.testing.ts';
import { learnContent } from './learn.ts';
import { ruleText } from './rule.ts';

describe('one stream', () => {
  const words = uniqueWords(1);
  const message = repeatRequestText(words);
  const [half, rest] = [words.slice(0, 3).join(' '), ` ${words.slice(3).join(' ')}`];
  const learned = (events: readonly (readonly [name: string, value: unknown])[], texts?: readonly string[]): string => {
    const made = events.map(([name, value]) => ({
      name,
      data: typeof value === 'string' ? value : JSON.stringify(value),
    }));
    const heard = { message, words, events: made.map((each) => ({ ...each, value: jsonValueOf(each.data) })) };
    const outcome = learnContent([heard], texts && { message, words, texts });
    return outcome.is === 'rule' ? `${ruleText(outcome.rule)} (${outcome.from})` : (outcome.why ?? '');
  };
  it('of a well-known API, whose first event announces a role', () => {
    const chunk = (delta: object): readonly [string, unknown] => [
      'message',
      { id: 'c1', choices: [{ index: 0, delta }] },
    ];
    const events = [chunk({ role: 'assistant', content: '' }), chunk({ content: half }), chunk({ content: rest })];
    expect(learned([...events, chunk({}), ['message', '[DONE]']])).toBe(
      'choices[].delta.content (1 stream, certain: together their texts are exactly the words that the bot was asked to repeat)',
    );
  });
  it('that thinks before it answers is not read by its thoughts', () => {
    const type = (kind: string, text: string): readonly [string, unknown] => ['message', { type: kind, text }];
    const thoughts = [type('thinking', `I shall say ${half}`), type('thinking', `${rest}, in order`)];
    expect(learned([...thoughts, type('text', half), type('text', rest)])).toMatch(/^type=text,text \(/);
    expect(learned([...thoughts, type('text', `Here: ${half}${rest}`)])).toBe('rivals');
  });
  it('whose reply comes in one event is believed with a whole chat only', () => {
    const events = [['message', { text: `Here: ${half}${rest}` }]] as const;
    expect(learned(events)).toBe('inOneEvent');
    expect(learned(events, [`Here: ${half}${rest}`])).toBe(
      'text (1 stream, certain: together their texts are the whole reply of a chat)',
    );
  });
  it('of a bot that repeats nothing is read by a whole chat, unless more text lies elsewhere', () => {
    const part = (source: string, text: string): readonly [string, unknown] => [
      'message',
      { id: 'c-1f0a', source, text },
    ];
    const session = ['message', { session: 'b0f5-11ee-8c90-0242ac12' }] as const;
    const events = [session, part('Handbook', 'Ask '), part('Handbook', 'me later, '), part('Handbook', 'please.')];
    const rule = 'text (1 stream, likely: joined, it is the text of a whole reply)';
    // What every event says alike is no text of a reply, however long it is when it is joined.
    expect(learned(events, ['Ask me later, please.', 'Handbook'])).toBe(rule);
    const sources = [part('Handbook, page 1', 'Not '), part('Index of all pages', 'now, ask another time.')];
    expect(learned(sources, ['Handbook, page 1Index of all pages', 'Not today.'])).toBe('moreElsewhere');
  });
  it('keeps what tells the reply from what other questions call for', () => {
    const named = [
      ['session', { id: 's' }],
      ['delta', { text: half }],
      ['delta', { text: rest }],
      ['done', {}],
    ] as const;
    expect(learned(named)).toMatch(/^event=delta,text \(/);
    const typed = [
      ['message', { type: 'start', id: 's' }],
      ['message', { type: 'answer', model: 'm-1', text: half }],
      ['message', { type: 'answer', model: 'm-1', text: rest }],
    ] as const;
    expect(learned(typed)).toMatch(/^type=answer,text \(/);
  });
  it.each([
    ['a time of day', '2026-11-24T10:00:00Z', '2026-11-24T10:00:01Z'],
    ['seconds since 1970', '1764000000', '1764000001'],
  ])('is not told from others by %s, which another stream has otherwise', (_, before, at) => {
    const events = [
      { at: before, text: '' },
      { at, text: half },
      { at, text: rest },
      { at: before, end: true },
    ];
    expect(learned(events.map((event) => ['message', event] as const))).toMatch(/^text \(/);
  });
  it('that tells the question back, and nothing else, tells no reply', () => {
    expect(
      learned([
        ['message', { prompt: message }],
        ['message', { text: 'No.' }],
      ]),
    ).toBe('nothing');
  });
  it('of a bot with words of its own is likely the reply, where these come as the others do', () => {
    const events = [
      ['message', { text: 'Sure: ' }],
      ['message', { text: half }],
      ['message', { text: rest }],
    ] as const;
    expect(learned(events)).toMatch(/^text \(1 stream, likely: /);
    const notice = ['message', { text: 'One moment', wait: 3 }] as const;
    expect(learned([notice, ...events])).toBe('beginsOtherwise');
    // A whole reply has nothing but the words, and so what comes before them is none.
    expect(learned(events, [words.join(' ')])).toBe('beginsOtherwise');
  });
  it('that thinks the very reply before it says it is read by neither', () => {
    const both = ['think', 'content'].flatMap((name) =>
      [half, rest].map((text) => ['message', { [name]: text }] as const),
    );
    expect(learned(both)).toBe('rivals');
    // A copy of the whole behind its parts is no thought.
    const copied = [
      ['message', { text: half }],
      ['message', { text: rest }],
      ['done', { all: half + rest }],
    ] as const;
    expect(learned(copied)).toMatch(/^event=message,text \(1 stream, certain/);
  });
  it('that shows dots, or greets, before the reply is there, is not read by these', () => {
    const parts = [half, rest].map((text) => ['message', { text }] as const);
    const dots = [['message', { text: '.' }], ['message', { text: '.' }], ...parts] as const;
    expect(learned(dots, [words.join(' ')])).toBe('beginsOtherwise');
    const polite = [['message', { text: 'Hello! ' }], ['message', { text: 'Sure: ' }], ...parts] as const;
    expect(learned(polite, [`Sure: ${words.join(' ')}`])).toBe('beginsOtherwise');
    expect(learned(polite, [`Hello! Sure: ${words.join(' ')}`])).toMatch(/^text \(1 stream, certain/);
  });
  it('whose texts are marked up, or JSON once more, has no text there', () => {
    const each = (around: (word: string) => unknown): string =>
      learned([['message', around('')], ...words.map((word) => ['message', around(` ${word}`)] as const)]);
    for (const around of [
      (word: string) => ({ html: `<span>${word}</span>` }),
      (word: string) => ({ line: JSON.stringify({ text: word }) }),
      (word: string) => ({ t: `say:${word}` }),
    ])
      expect(each(around)).toBe('markedUp');
    expect(each((word) => ({ t: word === '' ? 'Sure:' : word }))).toMatch(/^t \(1 stream, likely/);
  });
  it('whose first text is white space begins with what is seen', () => {
    const blank = [
      ['start', { text: '\n\n' }],
      ['start', { text: '\u200b' }],
    ] as const;
    const seen = [
      ['message', { text: half }],
      ['message', { text: rest }],
    ] as const;
    expect(learned([...blank, ...seen])).toMatch(/^event=message,text \(1 stream, certain/);
    const strange = [
      { name: 'message', data: '', value: { text: ' ', wait: 3 } },
      { name: 'message', data: '', value: { text: 'Tides' } },
    ];
    const heard = {
      message,
      words,
      events: seen.map(([name, value]) => ({ name, data: JSON.stringify(value), value })),
    };
    expect(learnContent([heard], undefined, [strange]).is).toBe('rule');
  });
  it('whose thought has the words is not read by it where another text follows', () => {
    const thought = [half, rest].map((text) => ['message', { thought: text + ' is it' }] as const);
    const reply = ['I am ', 'sorry, ', 'I only sell shoes.'];
    const elsewhere = reply.map((text) => ['message', { text }] as const);
    expect(learned([...thought, ...elsewhere])).toBe('moreFollows');
    const flagged = [
      ['message', { text: half, isThought: true }],
      ['message', { text: `${rest}, so be it`, isThought: true }],
      ...reply.map((text) => ['message', { text }] as const),
    ] as const;
    expect(learned(flagged)).toBe('beginsOtherwise');
    const alike = [`They want ${half}${rest}`, ...reply].map((text) => ['message', { text }] as const);
    expect(learned(alike)).toBe('beginsOtherwise');
  });
  it('that says a sentence more before the words than a whole reply does may say a thought there', () => {
    const parts = ['The user wants me to say six words, one behind the other; so I shall. ', 'Here: ', half, rest];
    const events = parts.map((text) => ['message', { text }] as const);
    expect(learned(events, [`Sure, here: ${words.join(' ')}.`])).toBe('saysMore');
    expect(learned(events, ['I only sell shoes.'])).toBe('saysMore');
    expect(learned(events.slice(1), [`Sure, they are: ${words.join(' ')}.`])).toMatch(/^text \(1 stream, likely/);
  });
  it('whose parts nobody can read is not read by the whole behind them', () => {
    const whole = `${half}${rest}`;
    const end = ['message', { full: whole }] as const;
    const codes = [half, rest].map((text) => ['message', { c: [...text].map((each) => each.codePointAt(0)) }] as const);
    expect(learned([...codes, end], [whole])).toBe('mayBeRepeated');
    const progress = [40, 80].map((percent) => ['message', { percent }] as const);
    expect(learned([...progress, end], [whole])).toMatch(/^full \(1 stream, certain/);
  });
  it('of plain text keeps no name by which an object would be text', () => {
    const plain = [half, rest].map((text) => ['message', text] as const);
    expect(learned([['message', { sessionId: 's' }], ...plain, ['done', {}]])).toMatch(/^plain \(1 stream, certain/);
  });
  it('keeps the kind of its parts where the whole behind them is of another', () => {
    const kind = (type: string, text: string): readonly [string, unknown] => ['message', { type, text }];
    const events = [kind('token', half.slice(0, 9)), kind('token', half.slice(9)), kind('token', rest)];
    expect(learned([...events, kind('final', half + rest)])).toMatch(/^type=token,text \(/);
  });
  it('with a notice that a flag tells from the reply is not read by both', () => {
    const flagged = (text: string, notice: boolean, at: number): readonly [string, unknown] => [
      'message',
      { text, notice, at },
    ];
    const events = [flagged('One moment', true, 0), flagged(half, false, 1), flagged(rest, false, 2)];
    expect(learned(events)).toBe('beginsOtherwise');
    const reply = [flagged('Sure: ', false, 0), ...events.slice(1)];
    expect(learned(reply)).toMatch(/^text \(1 stream, likely: /);
  });
});
