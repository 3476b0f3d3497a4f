import { describe, expect, it } from 'vitest';
import { batchOf, inputsOf } from '../cases.ts';
import { properties } from '../index.ts';
import { plainSpelling, type Deviation, type Input, type Request } from './request.ts';
import { featuresOf, pickVaried } from './varied.ts';

type Four = [Input, Input, Input, Input];
const inputOf = (deviation?: Deviation): Input => [
  { operation: 'chat', members: [], spelling: plainSpelling, ...(deviation && { deviation }) },
];
const says = (text: string): Input => inputOf().map((request) => ({ ...request, members: [['message', { text }]] }));
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
    expect(pickVaried([blank, blanks, set('y', '2'), lone, other, control], 4)).toEqual([
      blank,
      set('y', '2'),
      lone,
      control,
    ]);
  });
  it('are all of them, in their order, where several requests belong together', () => {
    const plain = [inputOf(), says('e\u0301'), [...inputOf(), ...set('message', '1')], inputOf()];
    expect(pickVaried(plain, 3)).toEqual(plain.slice(0, 3));
  });
  it('are the richest where nothing deviates, and then those that have what the others have not', () => {
    const [plain, accents, quotes, both] = ['a', 'a e\u0301', 'a {0}', 'e\u0301 {0} \u2028'].map(says) as Four;
    const blanks = [{ at: 0, blank: '\t' }];
    const spelt = inputOf().map((request): Request => ({ ...request, spelling: { ...plainSpelling, blanks } }));
    expect(pickVaried([plain, accents, quotes, spelt, both], 3)).toEqual([both, spelt, accents]);
    expect(pickVaried([plain], 3)).toEqual([plain]);
  });
  it('have nearly all pieces of text among them, and ways to spell JSON, in twelve', () => {
    const property = properties.find(({ id }) => id === 'chat.generated/accepts-valid');
    if (property === undefined) throw new Error('there is no such property');
    const pool = batchOf(inputsOf(property, { longestText: 130 }), 7, 120);
    const featuresIn = (inputs: readonly Input[]): number => new Set(inputs.flat().flatMap(featuresOf)).size;
    expect(featuresIn(pickVaried(pool, 12))).toBeGreaterThan(1.5 * featuresIn(pool.slice(0, 12)));
    expect(featuresIn(pickVaried(pool, 12))).toBeGreaterThan(featuresIn(pool.slice(0, 20)));
  });
});
