import { createHash } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import { fastCheck } from '../model/fast-check.ts';
import { leastJudged, type Property } from './property.ts';
import type { Input, Request } from './inputs/request.ts';
import type { TextOptions } from './inputs/texts.ts';
import { addCosts, creditsOf, noCost } from '../model/costs.ts';
import type { Spend } from '../model/run.ts';

/** So many are generated at a time, from a seed of their own: a case is found again without those before it. */
const batchSize = 64;

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

/** A generated input, and where it is found again. */
export type Case = {
  readonly property: Property;
  readonly input: Input;
  /** Of its batch, and its place in it. */
  readonly seed: number;
  readonly at: number;
};

/**
 * Every case of a seed, without end: of each property as many as its verdict takes, then the properties by turns as their
 * shares say. The same whatever is answered.
 */
export function* casesOf(properties: readonly Property[], seed: number, options: TextOptions): Generator<Case> {
  const streams = new Map(properties.map((property) => [property, inputsIn(property, seed, options)]));
  for (let turns = firstTurnsOf(properties); turns.length > 0; turns = turnsOf(properties)) {
    for (const property of turns) {
      const next = streams.get(property)?.next();
      if (next?.done === false) yield next.value;
    }
  }
}

function* inputsIn(property: Property, seed: number, options: TextOptions): Generator<Case> {
  const arbitrary = inputsOf(property, options);
  const isRepeated = repeats();
  for (let batch = 0; ; batch += 1) {
    const batchSeed = seedOf(seed, property.id, batch);
    for (const [at, input] of batchOf(arbitrary, batchSeed, batchSize).entries()) {
      if (!isRepeated(input)) yield { property, input, seed: batchSeed, at };
    }
  }
}

/** After so many deviations in a row that were all tried before, every one may come again. */
const mostRepeats = 1_000;

/**
 * True of an input whose one deviation was tried already, so that each that is listed comes once before any comes
 * twice: drawn by chance alone, one of a hundred is still missing after two hundred cases in one of eight runs.
 */
function repeats(): (input: Input) => boolean {
  const tried = new Set<string>();
  let inRow = 0;
  return ([first, ...others]) => {
    const kind = first === undefined || others.length > 0 ? undefined : magnitudeOf(first);
    if (kind === undefined) return false;
    inRow = tried.has(kind) ? inRow + 1 : 0;
    if (inRow > mostRepeats) tried.clear();
    if (tried.has(kind)) return true;
    tried.add(kind);
    return false;
  };
}

/** Of lengths, depths and places only the order of magnitude counts: there is no end of them. */
function magnitudeOf({ deviation, spelling: { first, isReversed } }: Request): string | undefined {
  if (deviation === undefined) return undefined;
  // Which of two values comes first is the spelling's word.
  const order = deviation.is === 'doubled' ? [first, isReversed] : [];
  return JSON.stringify([deviation, ...order], (_, value: unknown) =>
    typeof value === 'number' ? Math.round(Math.log2(value + 1)) : value,
  );
}

/** The first round: with fewer cases no property could pass, however many a whole run has. */
function firstTurnsOf(properties: readonly Property[]): readonly Property[] {
  return mixed(properties, leastJudged);
}

/** Each further round, in which a property comes as often as its share says. */
function turnsOf(properties: readonly Property[]): readonly Property[] {
  return mixed(properties, ({ share }) => share);
}

/** Each so many times, well mixed. */
function mixed(properties: readonly Property[], timesOf: (property: Property) => number): readonly Property[] {
  return properties
    .flatMap((property) => {
      const times = timesOf(property);
      return Array.from({ length: times }, (_, at) => ({ property, due: (at + 0.5) / times }));
    })
    .toSorted((a, b) => a.due - b.due)
    .map(({ property }) => property);
}

/** The most that so many cases can use up, without what shrinking adds. */
export function mostOf(properties: readonly Property[], cases: number): Spend {
  const first = firstTurnsOf(properties);
  const turns = turnsOf(properties);
  const further = Math.max(0, cases - first.length);
  const times = (at: number): number => Math.floor((further + turns.length - 1 - at) / turns.length);
  const sum = [
    ...first.slice(0, cases).map(({ costs }) => costs),
    ...turns.map(({ costs: { chats, speeches } }, at) => ({
      chats: chats * times(at),
      speeches: speeches * times(at),
    })),
  ].reduce(addCosts, noCost);
  return { ...sum, credits: creditsOf(sum) };
}
