import { expect, it } from 'vitest';
import { filteredTextsText } from './filtered-texts.ts';

it('says how many texts a filter refused', () => {
  expect(filteredTextsText({})).toBeUndefined();
  expect(filteredTextsText({ filteredTexts: { texts: 3, status: 400, example: '"[]"', exchange: 'a#1' } })).toBe(
    'The target’s content filter refused 3 texts (such as "[]", status 400); which texts a service refuses is not specified, so no check fails by it',
  );
});
