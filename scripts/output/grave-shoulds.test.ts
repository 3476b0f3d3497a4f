import { expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { importantShoulds } from '../../reports/check/verdict-words.ts';

it.each(importantShoulds.map(([checks, says]) => [says, checks] as const))(
  'what a headline says of a SHOULD is of checks that there are: %s',
  (_, checks) => {
    const found = everyCheck.filter(({ id, level }) => level === 'SHOULD' && checks.test(id));
    expect(found.map(({ id }) => id)).not.toEqual([]);
  },
);
