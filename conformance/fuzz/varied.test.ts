import { describe, expect, it } from 'vitest';
import type { Deviation, Input } from './inputs/request.ts';
import { varied } from './varied.ts';

const spelling = { first: [], isReversed: false } as never;
const inputOf = (deviation?: Deviation): Input => [
  { operation: 'chat', members: [], spelling, ...(deviation && { deviation }) },
];
const set = (name: string, json: string): Input => inputOf({ is: 'set', name, json });

describe('inputs that a check tries', () => {
  it('are the first of each kind before a second of any', () => {
    const [blank, blanks, lone, control, other] = [
      set('message', '""'),
      set('message', '" "'),
      set('message', String.raw`"\ud800"`),
      set('message', String.raw`"a\u0001"`),
      set('x', '1'),
    ] as const;
    expect(varied([blank, blanks, set('y', '2'), lone, other, control], 4)).toEqual([
      blank,
      set('y', '2'),
      lone,
      control,
    ]);
  });
  it('are all of them, in their order, where nothing deviates or several requests belong together', () => {
    const plain = [inputOf(), inputOf(), [...inputOf(), ...set('message', '1')], inputOf()];
    expect(varied(plain, 3)).toEqual(plain.slice(0, 3));
  });
});
