import { expect, it } from 'vitest';
import { everyCheck } from '../every.ts';

it('a positive control says that one of several things is enough just where its words do', () => {
  const controls = everyCheck.flatMap(({ id, positiveControl }) =>
    positiveControl === undefined ? [] : [{ id, ...positiveControl }],
  );
  const either = controls.filter(({ isEither }) => isEither === true).map(({ id }) => id);
  expect(either).not.toEqual([]);
  expect(either).toEqual(controls.filter(({ says }) => says.includes('; or ')).map(({ id }) => id));
});
