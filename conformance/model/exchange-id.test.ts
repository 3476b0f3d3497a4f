import { describe, expect, it } from 'vitest';
import { attemptId, isFirstCall, isNamedIn, requestIdOf, withNameReplaced } from './exchange-id.ts';

describe('an exchange', () => {
  it.each([1, 2, 12])('has the id of its request, and its attempt from the second on: %i', (attempt) => {
    const id = attemptId('chat 1.2#3', attempt);
    expect(id).toBe(attempt === 1 ? 'chat 1.2#3' : `chat 1.2#3.${attempt}`);
    expect(requestIdOf({ id, attempt })).toBe('chat 1.2#3');
  });
  it('tells whether it is the first call of its probe, at its first attempt', () => {
    expect(['chat#1', 'chat#2', 'chat#11', 'chat#1.2', 'chat'].map(isFirstCall)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  it.each(['chat#1', 'status of chat#1', 'as chat#1 was.', 'chat#12, chat#1.2 and chat#1', 'chat#1.', 'chat#1, 2'])(
    'is named in %j',
    (text) => expect(isNamedIn(text, 'chat#1')).toBe(true),
  );
  it.each(['', 'chat#2', 'chat#12', 'chat#1.2', 'chat#12 and chat#1.2'])('is not named in %j', (text) => {
    expect(isNamedIn(text, 'chat#1')).toBe(false);
  });
});

it('a name is replaced wherever it stands, and not where it begins that of another', () => {
  expect(withNameReplaced('chat#1 and chat#12, then chat#1.2 and chat#1', 'chat#1', 'call 1')).toBe(
    'call 1 and chat#12, then chat#1.2 and call 1',
  );
  expect(withNameReplaced('anything', '', 'call 1')).toBe('anything');
});
