import { expect, it } from 'vitest';
import { passedOverText } from './passed-over.ts';

it('says which bot a run talked to, where it was not the first', () => {
  expect(passedOverText({})).toBeUndefined();
  expect(passedOverText({ passedOver: { bots: 1, status: 409, bot: 'desk' } })).toBe(
    'The first listed bot refused a plain chat (status 409), so this run talked to the next one, desk; --bot names another',
  );
  expect(passedOverText({ passedOver: { bots: 2, status: 403, bot: 'desk' } })).toBe(
    'The first 2 listed bots refused a plain chat (status 403), so this run talked to the next one, desk; --bot names another',
  );
});
