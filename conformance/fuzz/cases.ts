import { createHash } from 'node:crypto';
import type { Arbitrary } from 'fast-check';
import { fastCheck } from '../model/fast-check.ts';
import { minJudgedCases, type Property } from './property.ts';
import type { Input, Request } from './inputs/request.ts';
import type { TextOptions } from './inputs/texts.ts';
import { addCosts, creditsOf, noCost } from '../model/costs.ts';
import type { Spend } from '../model/run.ts';

/**
 * Inputs generated at a time. Each batch has its own seed, so that a case is found again without generating those
 * before it.
 */
const batchSize = 64;

/** The arbitrary of a property's inputs; generating and shrinking must use the same one. */
export function inputsOf(property: Property, options: TextOptions): Arbitrary<Input> {
  return property.inputs(fastCheck(), options);
}

/** The seed of a batch, a signed 32-bit number: a function of the run's seed, the property and the batch. */
export function seedOf(seed: number, property: string, batch: number): number {
  return createHash('sha256').update(`${seed}\n${property}\n${batch}`).digest().readInt32LE(0);
}

/** One batch of inputs. */
export function batchOf(arbitrary: Arbitrary<Input>, seed: number, count = batchSize): readonly Input[] {
  return fastCheck().sample(arbitrary, { seed, numRuns: count, unbiased: false });
}

/** A generated input, and where it is found again. */
export type Case = {
  readonly property: Property;
  readonly input: Input;
  /** The seed of its batch, and its place in that batch. */
  readonly seed: number;
  readonly at: number;
};

/**
 * The endless sequence of cases of a seed: first as many of each property as its verdict needs, then the properties in
 * turn, by their shares. It does not depend on any answer.
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

/** After this many repeated deviations in a row, all deviations may be tried again. */
const mostRepeats = 1_000;

/**
 * A filter that is true of an input whose one deviation was tried already: each deviation comes once before any comes
 * twice. Drawn at random, one of a hundred deviations is still missing after two hundred cases in every eighth run.
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

/**
 * A key of the deviation in which lengths, depths and places count by their order of magnitude, as there are endless
 * many.
 */
function magnitudeOf({ deviation, spelling: { first, isReversed } }: Request): string | undefined {
  if (deviation === undefined) return undefined;
  // The spelling decides which of two values comes first.
  const order = deviation.is === 'doubled' ? [first, isReversed] : [];
  return JSON.stringify([deviation, ...order], (_, value: unknown) =>
    typeof value === 'number' ? Math.round(Math.log2(value + 1)) : value,
  );
}

/** The first round: the cases that each property needs to pass. */
function firstTurnsOf(properties: readonly Property[]): readonly Property[] {
  return mixed(properties, minJudgedCases);
}

/** A further round: each property as often as its share. */
function turnsOf(properties: readonly Property[]): readonly Property[] {
  return mixed(properties, ({ share }) => share);
}

/** Each property `timesOf` times, evenly mixed. */
function mixed(properties: readonly Property[], timesOf: (property: Property) => number): readonly Property[] {
  return properties
    .flatMap((property) => {
      const times = timesOf(property);
      return Array.from({ length: times }, (_, at) => ({ property, due: (at + 0.5) / times }));
    })
    .toSorted((a, b) => a.due - b.due)
    .map(({ property }) => property);
}

/** The most credits that this many cases can use, without shrinking. */
export function maxSpendOf(properties: readonly Property[], cases: number): Spend {
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
