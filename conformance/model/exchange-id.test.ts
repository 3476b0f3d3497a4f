import { describe, expect, it } from 'vitest';
import { attemptIdOf, isFirstCall, idsNamedIn, requestIdOf, withIdsReplaced } from './exchange-id.ts';

describe('an exchange', () => {
  it.each([1, 2, 12])('has the id of its request, and its attempt from the second on: %i', (attempt) => {
    const sent = { probe: 'chat 1.2', place: 3, attempt };
    expect(attemptIdOf(sent)).toBe(attempt === 1 ? 'chat 1.2#3' : `chat 1.2#3.${attempt}`);
    expect(requestIdOf(sent)).toBe('chat 1.2#3');
  });
  it('tells whether it is the first call of its probe, at its first attempt', () => {
    const sent = [1, 2].flatMap((place) => [1, 2].map((attempt) => ({ place, attempt })));
    expect(sent.map(isFirstCall)).toEqual([true, false, false, false]);
  });
  const isNamedIn = (text: string, ...others: readonly string[]): boolean =>
    idsNamedIn(text, ['chat#1', ...others]).some(({ id }) => id === 'chat#1');
  it.each(['chat#1', 'status of chat#1', 'as chat#1 was.', 'chat#12, chat#1.2 and (chat#1)', 'chat#1.', 'chat#1, 2'])(
    'is named in %j',
    (text) => expect(isNamedIn(text)).toBe(true),
  );
  it.each(['', 'chat#2', 'chat#12', 'chat#1.2', 'chat#12 and chat#1.2', 'livechat#1', 'list voices after chat#1#1'])(
    'is not named in %j',
    (text) => expect(isNamedIn(text)).toBe(false),
  );
  it('is not named where its id is the end of that of another', () => {
    const page = 'a message of one page, as a stream and as a chat#1';
    expect(isNamedIn(`the reply to ${page} lacks it`, page)).toBe(false);
    expect(idsNamedIn(`${page}, as chat#1 has it`, ['chat#1', page])).toEqual([
      { id: page, from: 0, to: page.length },
      { id: 'chat#1', from: page.length + 5, to: page.length + 11 },
    ]);
  });
  it('is named by its whole id, where that has the id of another in it', () => {
    const after = 'list voices after chat#1#1';
    expect(idsNamedIn(`as ${after} was`, ['chat#1', after]).map(({ id }) => id)).toEqual([after]);
    expect(idsNamedIn('as in chat#1 and more#2 too', ['chat#1', 'chat#1 and more#2']).map(({ id }) => id)).toEqual([
      'chat#1 and more#2',
    ]);
  });
});

describe('names in a text', () => {
  const told = (text: string, by = 'call 1'): string => withIdsReplaced(text, ['chat#1'], () => by);
  it('are replaced wherever they stand, and not where they begin that of another', () => {
    expect(told('chat#1 and chat#12, then chat#1.2 and chat#1')).toBe('call 1 and chat#12, then chat#1.2 and call 1');
    expect(told('length of alloy (chat#1), slow')).toBe('length of alloy (call 1), slow');
    expect(told('anything')).toBe('anything');
  });
  it('go with their brackets, where nothing is told in their place', () => {
    expect(told('length of alloy (chat#1), as chat#1 is', '')).toBe('length of alloy, as  is');
    expect(withIdsReplaced('a (chat#1) chat#1', ['chat#1'], (_, isInBrackets) => String(isInBrackets))).toBe(
      'a (true) false',
    );
  });
});
