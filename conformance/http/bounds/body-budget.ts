import { bodiesOf, type BodiesUnderWay } from './bodies-under-way.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

/**
 * What a body is kept for. Sound leaves something to lists and replies, without which little else can be sent. A use that is
 * `counted` was answered whatever its sound is like: that is heard where it is short, and leaves most of the room to
 * answers whose sound is asked for.
 */
export type KeptFor = 'counted' | 'sound' | 'all';

/** How much of what a run keeps is left to others. */
const spared: Readonly<Record<KeptFor, number>> = { counted: 2 / 3, sound: 1 / 12, all: 0 };

/** The longest that is counted at the reference service, whose sound has 48 kB a second, is 440 kB. */
const longest: Readonly<Record<KeptFor, number>> = {
  counted: 512 * 1024,
  sound: wireBounds.bodyBytes,
  all: wireBounds.bodyBytes,
};

/** Sound that is not kept to its end can be heard by nobody: of that only the beginning is kept, which says what it is. */
const beginningBytes = 16 * 1024;

/** How much is kept of the bodies of one run. */
export type BodyBudget = {
  /** How long the next body may be; what is longer is `unkept` from there on. */
  readonly longestBytes: (keptFor?: KeptFor) => number;
  /** What is remembered of a run, as long as it goes on. */
  readonly keep: (bytes: number) => void;
  readonly underWay: BodiesUnderWay;
};

export function createBodyBudget(runBytes: number = wireBounds.runBytes): BodyBudget {
  const underWay = bodiesOf(runBytes);
  return {
    longestBytes: (keptFor = 'all') => Math.min(longest[keptFor], underWay.longestBytes(0, spared[keptFor] * runBytes)),
    keep: underWay.keep,
    underWay,
  };
}

/** No run keeps longer sound to its end, however little else it keeps. */
export const longestSoundBytes = createBodyBudget().longestBytes('sound');

/** How much is kept of one that is longer than that. */
export function keptOfPart(keptFor: KeptFor = 'all'): number {
  return keptFor === 'all' ? Infinity : beginningBytes;
}

/** What a body is called that is longer than that: it is too long for any, or the run has too much of them. */
export function endingBeyond(longestBytes: number): 'tooLong' | 'unkept' {
  return longestBytes < wireBounds.bodyBytes ? 'unkept' : 'tooLong';
}
