import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { creditsOf } from '../model/costs.ts';
import { properties } from './index.ts';
import { minJudgedCases, type Property } from './property.ts';
import { casesOf, maxSpendOf, type Case } from './cases.ts';

/** The values that stand in place of a valid one in the first cases of a property, as JSON. */
function deviationsOf(property: Property, seed: number, count: number): readonly string[] {
  const cases = casesOf([property], seed, { longestText: 40 });
  return Array.from({ length: count }, () => (cases.next().value as Case).input)
    .flatMap((input) => input.flatMap(({ deviation }) => deviation ?? []))
    .filter(({ is }) => is === 'set')
    .map((deviation) => JSON.stringify(deviation));
}

const firstOf = (some: readonly Property[], count: number): readonly Property[] => {
  const cases = casesOf(some, 1, { longestText: 40 });
  return Array.from({ length: count }, () => (cases.next().value as Case).property);
};
const some = fc.subarray([...properties], { minLength: 1 });
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

describe('the first cases of a run', () => {
  it('are as many of each property as its verdict takes', () => {
    fc.assert(
      fc.property(some, (chosen) => {
        const first = firstOf(chosen, sumOf(chosen.map(minJudgedCases)));
        for (const property of chosen)
          expect(first.filter(({ id }) => id === property.id)).toHaveLength(minJudgedCases(property));
      }),
      { numRuns: 20 },
    );
  });
  it('of all properties are as many as the guide says', () => {
    const guide = readFileSync('conformance/README.md', 'utf8');
    expect(guide).toContain(`The first ${sumOf(properties.map(minJudgedCases))} are as many of each property`);
  });
  it('cost no more than was said before', () => {
    fc.assert(
      fc.property(some, fc.nat({ max: 400 }), (chosen, count) => {
        const costs = firstOf(chosen, count).map((property) => property.costs);
        const sum = {
          chats: sumOf(costs.map(({ chats }) => chats)),
          speeches: sumOf(costs.map(({ speeches }) => speeches)),
        };
        expect(maxSpendOf(chosen, count)).toEqual({ ...sum, credits: creditsOf(sum) });
      }),
      { numRuns: 20 },
    );
  });
});

const invalidSpeeches = properties.filter(({ id }) => id === 'speech.generated/rejects-invalid');
const listed = new Set(invalidSpeeches.flatMap((property) => deviationsOf(property, 99, 600)));

describe('what deviates in one thing', () => {
  it.each([1, 2, 3, 4])('comes once before it comes twice, with seed %i', (seed) => {
    const [early] = invalidSpeeches.map((property) => deviationsOf(property, seed, 100));
    expect(new Set(early).size).toBe(early?.length);
    expect(early?.length).toBeGreaterThan(50);
  });

  it.each([1, 2, 3, 4])('comes whole in the cases of a usual run, with seed %i', (seed) => {
    const tried = invalidSpeeches.flatMap((property) => deviationsOf(property, seed, 214));
    expect([...listed].filter((deviation) => !tried.includes(deviation))).toEqual([]);
  });

  it('comes again after all of it', () => {
    const [many] = invalidSpeeches.map((property) => deviationsOf(property, 1, 600));
    const again = many?.filter((deviation) => deviation.includes('alloy,echo'));
    expect(again?.length).toBeGreaterThanOrEqual(3);
  });
});
