import { batchOf, batchSize, inputsOf, seedOf } from './cases.ts';
import type { Property } from './property.ts';
import type { Input } from './request.ts';
import type { TextWishes } from './texts.ts';

/** A generated input, and where it is found again. */
export type Case = {
  readonly property: Property;
  readonly input: Input;
  /** Of its batch, and its place in it. */
  readonly seed: number;
  readonly at: number;
};

/** Every case of a seed, without end, the properties by turns as their shares say: the same whatever is answered. */
export function* casesOf(properties: readonly Property[], seed: number, wishes: TextWishes): Generator<Case> {
  const streams = new Map(properties.map((property) => [property, inputsIn(property, seed, wishes)]));
  const turns = turnsOf(properties);
  while (turns.length > 0) {
    for (const property of turns) {
      const next = streams.get(property)?.next();
      if (next?.done === false) yield next.value;
    }
  }
}

function* inputsIn(property: Property, seed: number, wishes: TextWishes): Generator<Case> {
  const arbitrary = inputsOf(property, wishes);
  for (let batch = 0; ; batch += 1) {
    const batchSeed = seedOf(seed, property.id, batch);
    for (const [at, input] of batchOf(arbitrary, batchSeed, batchSize).entries()) {
      yield { property, input, seed: batchSeed, at };
    }
  }
}

/** One round, in which each property comes as often as its share says, well mixed. */
export function turnsOf(properties: readonly Property[]): readonly Property[] {
  return properties
    .flatMap((property) =>
      Array.from({ length: property.share }, (_, at) => ({ property, due: (at + 0.5) / property.share })),
    )
    .toSorted((a, b) => a.due - b.due)
    .map(({ property }) => property);
}
