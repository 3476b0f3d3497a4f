import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeardChat, HeardStream } from './heard.ts';
import { asHeard, cut, layouts, manners, valueOf, type Layout, type MadeEvent } from './layouts.testing.ts';
import { learnContent } from './learn.ts';
import { ruleText } from './rule.ts';
import { textIn } from './stream-event.ts';

const wordsOf = (of: number): readonly string[] =>
  ['alder', 'birch', 'cedar', 'dogwd', 'elmtr', 'furzy'].map(
    (tree, at) => `zq${tree}${'abcdefgh'[(of + at) % 8]}${'klmnopqr'[of % 8]}`,
  );
const messageOf = (words: readonly string[]): string =>
  `Please repeat these words in this order, and say nothing else: ${words.join(' ')}`;

type Manner = keyof typeof manners;
type Case = { readonly layout: Layout; readonly manner: Manner; readonly length: number; readonly streams: number };

function made(
  { layout, manner, length }: Case,
  of: number,
): { readonly events: readonly MadeEvent[]; readonly heard: HeardStream } {
  const words = wordsOf(of);
  const message = messageOf(words);
  const events = layout.eventsOf(cut(manners[manner](words, message), length), { message, id: `s-${of}-9f3` });
  return { events, heard: asHeard(events, { message, words }) };
}

/** What another message is answered with, a tool having been called first. */
function another({ layout, length }: Case): readonly MadeEvent[] {
  const message = 'Tell me about the tides of winter.';
  const reply = 'The tides of winter are higher than those of summer, and colder by far.';
  return layout.eventsOf(cut(reply, length), { message, id: 's-other-1c7', callsTool: true });
}

function chatOf({ manner }: Case): HeardChat {
  const words = wordsOf(7);
  const message = messageOf(words);
  return { message, words, texts: ['s-chat', manners[manner](words, message), message] };
}

const cases = (of: readonly Manner[]): fc.Arbitrary<Case> =>
  fc.record({
    layout: layouts,
    manner: fc.constantFrom(...of),
    length: fc.integer({ min: 2, max: 15 }),
    streams: fc.integer({ min: 1, max: 3 }),
  });

/** `right`: the first event with text is known, and no event without text is taken for one. */
function outcomeOf(one: Case, withChat: boolean): 'right' | 'wrong' | 'none' {
  const all = Array.from({ length: one.streams }, (_, of) => made(one, of));
  const other = another(one);
  const learned = learnContent(
    all.map(({ heard }) => heard),
    withChat ? chatOf(one) : undefined,
    [asHeard(other, { message: '', words: [] }).events],
  );
  if (learned.is === 'none') return 'none';
  const isRight = [...all, { events: other }].every(({ events }) => {
    const taken = events.map(({ name, data }) => textIn({ name, data, value: valueOf(data) }, learned.rule) !== '');
    return events.every(({ carries }, place) => carries === 'again' || carries === taken[place]);
  });
  return isRight ? 'right' : 'wrong';
}

function shown({ layout, ...rest }: Case): string {
  return `${JSON.stringify(rest)} ${layout.says}`;
}

describe('in generated layouts', () => {
  const runs = { seed: 20261122, numRuns: 400 };
  it.each([
    ['the bot says the words alone', ['exact'], false],
    ['the bot quotes, and a whole chat is known', ['quoting', 'exact'], true],
  ] as const)('at least 99 of 100 are read rightly, and none wrongly, where %s', (_, of, withChat) => {
    const came: { readonly [Outcome in ReturnType<typeof outcomeOf>]: Case[] } = { right: [], wrong: [], none: [] };
    fc.assert(
      fc.property(cases(of), (one) => void came[outcomeOf(one, withChat)].push(one)),
      runs,
    );
    expect(came.wrong.map(shown)).toEqual([]);
    const missed = came.none.filter(({ layout }) => layout.isBeyondRules !== true);
    expect(missed.length, missed.slice(0, 5).map(shown).join('\n')).toBeLessThanOrEqual(0.01 * runs.numRuns);
    expect(came.right.length).toBeGreaterThan(0.5 * runs.numRuns);
  });

  it.each([
    ['adds words of its own', ['polite', 'quoting'], false],
    ['repeats nothing', ['deaf'], false],
    ['repeats nothing, and a whole chat is known', ['deaf', 'polite'], true],
  ] as const)('none is read wrongly where the bot %s', (_, of, withChat) => {
    const wrong: string[] = [];
    fc.assert(
      fc.property(cases(of), (one) => {
        if (outcomeOf(one, withChat) === 'wrong') wrong.push(shown(one));
      }),
      runs,
    );
    expect(wrong).toEqual([]);
  });
});

describe('one stream', () => {
  const words = wordsOf(1);
  const message = messageOf(words);
  const [half, rest] = [words.slice(0, 3).join(' '), ` ${words.slice(3).join(' ')}`];
  const learned = (events: readonly (readonly [name: string, value: unknown])[], texts?: readonly string[]): string => {
    const made = events.map(([name, value]) => ({
      name,
      data: typeof value === 'string' ? value : JSON.stringify(value),
    }));
    const heard = { message, words, events: made.map((each) => ({ ...each, value: valueOf(each.data) })) };
    const outcome = learnContent([heard], texts && { message, words, texts });
    return outcome.is === 'rule' ? `${ruleText(outcome.rule)} (${outcome.from})` : outcome.because;
  };
  it('of a well-known API, whose first event announces a role', () => {
    const chunk = (delta: object): readonly [string, unknown] => [
      'message',
      { id: 'c1', choices: [{ index: 0, delta }] },
    ];
    const events = [chunk({ role: 'assistant', content: '' }), chunk({ content: half }), chunk({ content: rest })];
    expect(learned([...events, chunk({}), ['message', '[DONE]']])).toBe(
      'choices[].delta.content (1 stream, sure: it joins to the very words that the bot was asked to repeat)',
    );
  });
  it('that thinks before it answers is not read by its thoughts', () => {
    const type = (kind: string, text: string): readonly [string, unknown] => ['message', { type: kind, text }];
    const thoughts = [type('thinking', `I shall say ${half}`), type('thinking', `${rest}, in order`)];
    expect(learned([...thoughts, type('text', half), type('text', rest)])).toMatch(/^type=text,text \(/);
    expect(learned([...thoughts, type('text', `Here: ${half}${rest}`)])).toContain('could both be the reply');
  });
  it('whose reply comes in one event is believed with a whole chat only', () => {
    const events = [['message', { text: `Here: ${half}${rest}` }]] as const;
    expect(learned(events)).toContain('in one event, which may be no reply');
    expect(learned(events, [`Here: ${half}${rest}`])).toBe(
      'text (1 stream, sure: it joins to what a whole reply says)',
    );
  });
  it('of a bot that repeats nothing is read by a whole chat, unless more text lies elsewhere', () => {
    const part = (source: string, text: string): readonly [string, unknown] => [
      'message',
      { id: 'c-1f0a', source, text },
    ];
    const session = ['message', { session: 'b0f5-11ee-8c90-0242ac12' }] as const;
    const events = [session, part('Handbook', 'Ask '), part('Handbook', 'me later, '), part('Handbook', 'please.')];
    const rule = 'text (1 stream, likely: it joins to what a whole reply says)';
    // What every event says alike is no text of a reply, however long it is when it is joined.
    expect(learned(events, ['Ask me later, please.', 'Handbook'])).toBe(rule);
    const sources = [part('Handbook, page 1', 'Not '), part('Index of all pages', 'now, ask another time.')];
    expect(learned(sources, ['Handbook, page 1Index of all pages', 'Not today.'])).toContain(
      'and more text lies elsewhere',
    );
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
  it('that tells the question back, and nothing else, tells no reply', () => {
    expect(
      learned([
        ['message', { prompt: message }],
        ['message', { text: 'No.' }],
      ]),
    ).toBe('nothing in 1 stream joins to the words that the bot was asked to repeat');
  });
  it('of a bot with words of its own is likely the reply, where these come as the others do', () => {
    const events = [
      ['message', { text: 'Sure: ' }],
      ['message', { text: half }],
      ['message', { text: rest }],
    ] as const;
    expect(learned(events)).toMatch(/^text \(1 stream, likely: /);
    const notice = ['message', { text: 'One moment', wait: 3 }] as const;
    expect(learned([notice, ...events])).toContain('begins with what may be no reply');
    // A whole reply has nothing but the words, and so what comes before them is none.
    expect(learned(events, [words.join(' ')])).toContain('begins with what may be no reply');
  });
  it('that thinks the very reply before it says it is read by neither', () => {
    const both = ['think', 'content'].flatMap((name) =>
      [half, rest].map((text) => ['message', { [name]: text }] as const),
    );
    expect(learned(both)).toBe('think and content could both be the reply, in 1 stream');
    // A copy of the whole behind its parts is no thought.
    const copied = [
      ['message', { text: half }],
      ['message', { text: rest }],
      ['done', { all: half + rest }],
    ] as const;
    expect(learned(copied)).toMatch(/^event=message,text \(1 stream, sure/);
  });
  it('that shows dots, or greets, before the reply is there, is not read by these', () => {
    const parts = [half, rest].map((text) => ['message', { text }] as const);
    const dots = [['message', { text: '.' }], ['message', { text: '.' }], ...parts] as const;
    expect(learned(dots, [words.join(' ')])).toContain('begins with what may be no reply');
    const polite = [['message', { text: 'Hello! ' }], ['message', { text: 'Sure: ' }], ...parts] as const;
    expect(learned(polite, [`Sure: ${words.join(' ')}`])).toContain('begins with what may be no reply');
    expect(learned(polite, [`Hello! Sure: ${words.join(' ')}`])).toMatch(/^text \(1 stream, sure/);
  });
  it('whose texts are marked up, or JSON once more, has no text there', () => {
    const each = (around: (word: string) => unknown): string =>
      learned([['message', around('')], ...words.map((word) => ['message', around(` ${word}`)] as const)]);
    for (const around of [
      (word: string) => ({ html: `<span>${word}</span>` }),
      (word: string) => ({ line: JSON.stringify({ text: word }) }),
      (word: string) => ({ t: `say:${word}` }),
    ])
      expect(each(around)).toContain('more around each of them than a reply has');
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
    expect(learned([...blank, ...seen])).toMatch(/^event=message,text \(1 stream, sure/);
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
    expect(learned([...thought, ...elsewhere])).toContain('and more text follows elsewhere');
    const flagged = [
      ['message', { text: half, isThought: true }],
      ['message', { text: `${rest}, so be it`, isThought: true }],
      ...reply.map((text) => ['message', { text }] as const),
    ] as const;
    expect(learned(flagged)).toContain('begins with what may be no reply');
    const alike = [`They want ${half}${rest}`, ...reply].map((text) => ['message', { text }] as const);
    expect(learned(alike)).toContain('begins with what may be no reply');
  });
  it('that says a sentence more before the words than a whole reply does may say a thought there', () => {
    const parts = ['The user wants me to say six words, one behind the other; so I shall. ', 'Here: ', half, rest];
    const events = parts.map((text) => ['message', { text }] as const);
    expect(learned(events, [`Sure, here: ${words.join(' ')}.`])).toContain('says more before them');
    expect(learned(events, ['I only sell shoes.'])).toContain('says more before them');
    expect(learned(events.slice(1), [`Sure, they are: ${words.join(' ')}.`])).toMatch(/^text \(1 stream, likely/);
  });
  it('whose parts nobody can read is not read by the whole behind them', () => {
    const whole = `${half}${rest}`;
    const end = ['message', { full: whole }] as const;
    const codes = [half, rest].map((text) => ['message', { c: [...text].map((each) => each.codePointAt(0)) }] as const);
    expect(learned([...codes, end], [whole])).toContain('in a form that no rule reads');
    const progress = [40, 80].map((percent) => ['message', { percent }] as const);
    expect(learned([...progress, end], [whole])).toMatch(/^full \(1 stream, sure/);
  });
  it('of plain text keeps no name by which an object would be text', () => {
    const plain = [half, rest].map((text) => ['message', text] as const);
    expect(learned([['message', { sessionId: 's' }], ...plain, ['done', {}]])).toMatch(/^plain \(1 stream, sure/);
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
    expect(learned(events)).toContain('begins with what may be no reply');
    const reply = [flagged('Sure: ', false, 0), ...events.slice(1)];
    expect(learned(reply)).toMatch(/^text \(1 stream, likely: /);
  });
});
