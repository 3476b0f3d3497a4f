import { describe, expect, it } from 'vitest';
import { isNamedIn } from './exchange-id.ts';

describe('an exchange', () => {
  it.each(['chat#1', 'status of chat#1', 'as chat#1 was.', 'chat#12, chat#1.2 and chat#1', 'chat#1.', 'chat#1, 2'])(
    'is named in %j',
    (text) => expect(isNamedIn(text, 'chat#1')).toBe(true),
  );
  it.each(['', 'chat#2', 'chat#12', 'chat#1.2', 'chat#12 and chat#1.2'])('is not named in %j', (text) => {
    expect(isNamedIn(text, 'chat#1')).toBe(false);
  });
});
