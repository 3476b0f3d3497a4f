import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SampleChat, SampleStream } from './sample-replies.ts';
import {
  withSampleVerdict,
  cutIntoTokens,
  layouts,
  replyStyles,
  repeatRequestText,
  jsonValueOf,
  uniqueWords,
  type Layout,
  type MadeEvent,
} from './layouts.testing.ts';
import { learnContent } from './learn.ts';
import { textIn } from './stream-event.ts';

type Manner = keyof typeof replyStyles;
type Case = { readonly layout: Layout; readonly manner: Manner; readonly length: number; readonly streams: number };

function made(
  { layout, manner, length }: Case,
  of: number,
): { readonly events: readonly MadeEvent[]; readonly heard: SampleStream } {
  const words = uniqueWords(of);
  const message = repeatRequestText(words);
  const events = layout.eventsOf(cutIntoTokens(replyStyles[manner](words, message), length), {
    message,
    id: `s-${of}-9f3`,
  });
  return { events, heard: withSampleVerdict(events, { message, words }) };
}

/** What another message is answered with, a tool having been called first. */
function another({ layout, length }: Case): readonly MadeEvent[] {
  const message = 'Tell me about the tides of winter.';
  const reply = 'The tides of winter are higher than those of summer, and colder by far.';
  return layout.eventsOf(cutIntoTokens(reply, length), { message, id: 's-other-1c7', callsTool: true });
}

function chatOf({ manner }: Case): SampleChat {
  const words = uniqueWords(7);
  const message = repeatRequestText(words);
  return { message, words, texts: ['s-chat', replyStyles[manner](words, message), message] };
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
    [withSampleVerdict(other, { message: '', words: [] }).events],
  );
  if (learned.is === 'none') return 'none';
  const isRight = [...all, { events: other }].every(({ events }) => {
    const taken = events.map(({ name, data }) => textIn({ name, data, value: jsonValueOf(data) }, learned.rule) !== '');
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
