/** How many requests may be under way at once, learned as TCP learns its congestion window (RFC 5681). */
export type Window = {
  readonly size: () => number;
  /** The same for a group that is sent together: only a refusal splits a group, slowness does not. */
  readonly sizeFor: (group: number) => number;
  /** `load`: the most requests that were under way at any moment of this one, itself included. */
  readonly noteSuccess: (load: number) => void;
  /** Notes a refusal of too many requests. */
  readonly noteRefusal: (load: number) => void;
  /** Notes that answers take longer than they did while fewer were under way. */
  readonly noteSlower: () => void;
  /** Limits the window from now on. */
  readonly limitTo: (most: number) => void;
};

/** The window before the first answers, and the least to which slow answers reduce it. */
export const firstSize = 4;
/** Fewest good answers in a row for each further request at once after a refusal; at least a whole window of them. */
const goodAnswersForMore = 10;
/** However slow the target became, two of a group go together: otherwise no two would ever be under way at once. */
const leastTogether = 2;

/** `cap`: the largest window. */
export function createWindow(cap: number): Window {
  const first = Math.min(cap, firstSize);
  let most = cap;
  let size = first;
  /** The largest window that was not refused so far. */
  let unrefused = cap;
  let isStarting = true;
  let goodAnswers = 0;
  const grow = (): void => {
    goodAnswers = 0;
    size = Math.min(most, size + 1);
    unrefused = Math.max(unrefused, size);
  };
  return {
    size: () => size,
    sizeFor: (group) =>
      group === 1 ? size : Math.max(size, Math.min(group, unrefused, most), Math.min(leastTogether, cap)),
    noteSuccess: (load) => {
      goodAnswers += 1;
      // A window that was not used up does not show that a larger one would be accepted.
      if (isStarting ? size < 2 * load : load >= size && goodAnswers >= Math.max(goodAnswersForMore, size)) grow();
    },
    noteRefusal: (load) => {
      isStarting = false;
      goodAnswers = 0;
      size = Math.max(1, Math.min(size, Math.floor(Math.max(size, load) / 2)));
      unrefused = size;
    },
    noteSlower: () => {
      isStarting = false;
      goodAnswers = 0;
      size = Math.max(Math.min(size, first), Math.floor(size / 2));
    },
    limitTo: (least) => {
      most = Math.min(most, least);
      size = Math.min(size, most);
      isStarting = false;
    },
  };
}
