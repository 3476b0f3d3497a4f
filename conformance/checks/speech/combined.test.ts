import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { instructionsAreAccepted } from './combined.ts';

it('a wrong value beside instructions is refused for itself where these are taken', () => {
  const taken = answered({ operation: 'speech' });
  expect(instructionsAreAccepted.shownIn([taken])).toEqual({ by: [taken] });
  expect(instructionsAreAccepted.shownIn([answered({ operation: 'speech', status: 400 })])).toEqual({
    because: 'a valid request with instructions was refused too, so these may be why',
  });
});
