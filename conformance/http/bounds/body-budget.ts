import { bodiesOf, type BodiesUnderWay } from './bodies-under-way.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

/**
 * What a body is kept for. `sound` leaves some room to lists and replies, without which few other requests can be sent.
 * `counted` is a speech request that only has to be answered, whatever its sound is: short sound is kept and judged,
 * but most of the room stays free for answers whose sound a check needs.
 */
export type KeptFor = 'counted' | 'sound' | 'all';

/** Share of the bytes of a run that stays reserved for answers kept for another reason. */
const spared: Readonly<Record<KeptFor, number>> = { counted: 2 / 3, sound: 1 / 12, all: 0 };

/**
 * Longest body that is kept for each reason, in bytes. At the reference service, with 48 kB of sound a second, the
 * longest `counted` body has 440 kB.
 */
const longest: Readonly<Record<KeptFor, number>> = {
  counted: 512 * 1024,
  sound: wireBounds.bodyBytes,
  all: wireBounds.bodyBytes,
};

/** Bytes kept of sound that is not kept to its end: it cannot be decoded, but its beginning names the format. */
const beginningBytes = 16 * 1024;

/** Limits of the bodies that a run keeps. */
export type BodyBudget = {
  /** Number of bytes that are kept of the next body; a longer body is `unkept` from there on. */
  readonly maxBytes: (keptFor?: KeptFor) => number;
  /** Subtracts the bytes of a body that is kept until the end of the run. */
  readonly keep: (bytes: number) => void;
  readonly underWay: BodiesUnderWay;
};

export function createBodyBudget(runBytes: number = wireBounds.runBytes): BodyBudget {
  const underWay = bodiesOf(runBytes);
  return {
    maxBytes: (keptFor = 'all') => Math.min(longest[keptFor], underWay.maxBytes(0, spared[keptFor] * runBytes)),
    keep: underWay.keep,
    underWay,
  };
}

/** Longest sound that any run keeps to its end, in bytes, even if the run keeps nothing else. */
export const maxSoundBytes = createBodyBudget().maxBytes('sound');

/** Number of bytes kept of a body that exceeds its limit. */
export function keptOfPart(keptFor: KeptFor = 'all'): number {
  return keptFor === 'all' ? Infinity : beginningBytes;
}

/**
 * Ending of a body that exceeds `longestBytes`: `tooLong` at the bound of any body, `unkept` where the run has less
 * room left.
 */
export function endingBeyond(longestBytes: number): 'tooLong' | 'unkept' {
  return longestBytes < wireBounds.bodyBytes ? 'unkept' : 'tooLong';
}
