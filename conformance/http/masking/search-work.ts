/**
 * So many bytes are looked at under the codings of one text, some three seconds of work: all of the longest body that is
 * kept, as base64 in lines, of which each beginning is tried.
 */
const mostBytes = 128 * 1024 * 1024;
/** Whatever is looked at takes as long as so many bytes. */
const leastBytes = 128;
/**
 * A coding that nothing tells of is tried so often, at 0.1 ms and with memory that is given back late. Lines of base64 are
 * more than that, and none of them is one: what comes behind is looked at without.
 */
const mostBare = 1_000;

/** There is more in a text to be undone than may be spent on it. */
export class TooMuchToSearch extends Error {}

/** What the search of one text may still cost. Counted, not timed: the same text comes to the same end on any machine. */
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
