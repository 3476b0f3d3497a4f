import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { instructionsAreTaken } from './combined.ts';

it('a wrong value beside instructions is refused for itself where these are taken', () => {
  const taken = answered({ operation: 'speech' });
  expect(instructionsAreTaken.shownIn([taken])).toEqual({ by: [taken] });
  expect(instructionsAreTaken.shownIn([answered({ operation: 'speech', status: 400 })])).toEqual({
    because: 'a valid request with instructions was refused too, so these may be why',
  });
});
