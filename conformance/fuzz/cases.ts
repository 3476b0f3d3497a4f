import { createHash } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import { fastCheck } from '../model/fast-check.ts';
import type { Property } from './property.ts';
import type { Input } from './inputs/request.ts';
import { shrinkCandidates } from './inputs/shrink-candidates.ts';
import type { TextOptions } from './inputs/texts.ts';

/** So many are generated at a time, from a seed of their own: a case is found again without those before it. */
export const batchSize = 64;

/** The arbitrary of a property's inputs: generating and shrinking have to be of the same. */
export function inputsOf(property: Property, options: TextOptions): Arbitrary<Input> {
  return property.inputs(fastCheck(), options);
}

/** The same for the same run seed, property and batch, and unlike for any others; a signed number of 32 bits. */
export function seedOf(seed: number, property: string, batch: number): number {
  return createHash('sha256').update(`${seed}\n${property}\n${batch}`).digest().readInt32LE(0);
}

/** One batch of inputs, small values and edges among the first as fast-check has them. */
export function batchOf(arbitrary: Arbitrary<Input>, seed: number, count = batchSize): readonly Input[] {
  return fastCheck().sample(arbitrary, { seed, numRuns: count, unbiased: false });
}

/**
 * The smallest input that still breaks the property in the same way, as far as `mostTries` tries lead, starting at the
 * `at`-th of a batch, or at one of no batch. First fast-check names the candidates, then `shrinkCandidates`; `stillBreaks` is asked of each once.
 */
export async function shrunk(
  arbitrary: Arbitrary<Input>,
  start: { readonly seed: number; readonly at?: number; readonly input: Input },
  stillBreaks: (input: Input) => Promise<boolean>,
  mostTries: number,
): Promise<Input> {
  const { asyncProperty, check } = fastCheck();
  const known = new Map<string, boolean>([[JSON.stringify(start.input), true]]);
  let smallest = start.input;
  let tries = 0;
  const breaks = async (input: Input, most: number): Promise<boolean> => {
    const key = JSON.stringify(input);
    const before = known.get(key);
    if (before !== undefined || tries >= most) return before ?? false;
    tries += 1;
    const isBroken = await stillBreaks(input);
    known.set(key, isBroken);
    if (isBroken) smallest = input;
    return isBroken;
  };
  const holds = asyncProperty(arbitrary, async (input) => !(await breaks(input, mostTries / 2)));
  if (start.at !== undefined)
    await check(holds, { seed: start.seed, path: String(start.at), numRuns: 1, unbiased: false });
  for (let candidates = shrinkCandidates(smallest); candidates.length > 0;) {
    const [next, ...others] = candidates;
    // Two that are each as simple as the other would be taken in turn for ever: nothing is taken twice.
    const isNew = next !== undefined && !known.has(JSON.stringify(next));
    candidates = isNew && (await breaks(next, mostTries)) ? shrinkCandidates(smallest) : others;
  }
  return smallest;
}
