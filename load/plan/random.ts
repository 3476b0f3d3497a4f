/** A source of numbers uniform in [0, 1), the same for the same seed and purpose, in k6 as in Node. */
export type Random = () => number;

/** 2^32 divided by the golden ratio, made odd: steps of it visit every 32-bit number once. */
const GOLDEN = 0x9e3779b9;

/** The finalizer of MurmurHash3 (32 bits): a bijection in which each input bit flips each output bit half of the time. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The initial state. It depends on the purpose and on the upper half of a seed above 2^32 too. */
function startOf(seed: number, purpose: string): number {
  let state = mix(seed >>> 0) ^ mix(Math.floor(seed / 2 ** 32) + GOLDEN);
  for (let at = 0; at < purpose.length; at += 1) state = mix(state + Math.imul(purpose.charCodeAt(at), GOLDEN));
  return state;
}

/**
 * A mixed counter (the construction of SplitMix), with 53 random bits per number from two steps. It repeats after 2^31
 * numbers and is not a cipher: it is used for arrival times and messages.
 *
 * @param seed any safe integer
 * @param purpose keeps the decisions of a seed independent of each other, so that a new purpose changes no other
 */
export function randomFrom(seed: number, purpose: string): Random {
  let state = startOf(seed, purpose);
  const next = (): number => {
    state = (state + GOLDEN) >>> 0;
    return mix(state);
  };
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
