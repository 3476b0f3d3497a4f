/**
 * Most bytes that are searched under the codings of a text, about three seconds of work. Enough for the longest body
 * that is kept, as base64 in lines, decoded at every offset.
 */
const mostBytes = 128 * 1024 * 1024;
/** Smallest cost of any search, in bytes: each takes some time however short it is. */
const leastBytes = 128;
/**
 * Most guesses at a compression without signature, at 0.1 ms each and with memory that is freed late. Lines of base64
 * are more than this, and none of them is compressed; behind them no guesses are made.
 */
const mostBare = 1_000;

/** Thrown where a text has more to decode than the search may cost. */
export class TooMuchToSearch extends Error {}

/**
 * What the search of a text may still cost. The cost is counted, not timed, so that the same text gives the same result
 * on every machine.
 */
export type SearchWork = {
  /** @throws TooMuchToSearch */
  readonly spend: (bytes: number) => void;
  readonly mayTryBare: () => boolean;
};

export function createSearchWork(): SearchWork {
  let [bytesLeft, bareLeft] = [mostBytes, mostBare];
  return {
    spend: (bytes) => {
      bytesLeft -= Math.max(bytes, leastBytes);
      if (bytesLeft < 0) throw new TooMuchToSearch();
    },
    mayTryBare: () => (bareLeft -= 1) >= 0,
  };
}
