import { expect, it } from 'vitest';
import { kept } from './kept.ts';

it('keeps each change for one reason only', () => {
  const ids = kept.flatMap(({ changes }) => Object.keys(changes));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
