import { expect, it } from 'vitest';
import { acceptedSurvivors } from './accepted-survivors.ts';

it('keeps each change for one reason only', () => {
  const ids = acceptedSurvivors.flatMap(({ changes }) => Object.keys(changes));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});
