import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { flagsAcceptedInChat, flagsAcceptedInStream } from './all-flags.ts';

it('a wrong message beside flags is refused for itself where the flags are taken, which is open', () => {
  const [set, unset] = [answered({ id: 'set#1' }), answered({ id: 'unset#2' })];
  expect(flagsAcceptedInChat.shownIn([set, unset])).toEqual({ by: [set] });
  expect(flagsAcceptedInStream.shownIn([answered({ status: 400 }), unset])).toEqual({
    because: 'a valid stream with all option flags was refused too, and what they mean is not shown (2.2)',
    isUnspecified: true,
  });
});
