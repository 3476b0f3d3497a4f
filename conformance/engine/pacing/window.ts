/** How many requests may be under way at once: it is found out as TCP finds out what a network carries (RFC 5681). */
export type Window = {
  readonly size: () => number;
  /** The same for those that mean to be together: slowness alone does not part them, a refusal does. */
  readonly sizeFor: (group: number) => number;
  /** `load`: the most that were under way at any moment of the request, itself included. */
  readonly wentWell: (load: number) => void;
  /** It was too much. */
  readonly refused: (load: number) => void;
  /** Answers take longer than they did while fewer were under way. */
  readonly rose: () => void;
  /** Never more than so many from now on. */
  readonly atMost: (most: number) => void;
};

/** Nobody is asked for more before the first answers, nor for less because they take longer. */
export const firstSize = 4;
/** Once it was too much: so many good answers in a row, or a whole window of them, for each further one at once. */
const goodAnswersForMore = 10;
/** However slow it became, two of a group go together: else no two would ever be under way at once. */
const leastTogether = 2;

/** `cap`: never more than so many. */
export function createWindow(cap: number): Window {
  const first = Math.min(cap, firstSize);
  let most = cap;
  let size = first;
  /** What no refusal speaks against. */
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
    wentWell: (load) => {
      goodAnswers += 1;
      // What was not made use of says nothing of what could be.
      if (isStarting ? size < 2 * load : load >= size && goodAnswers >= Math.max(goodAnswersForMore, size)) grow();
    },
    refused: (load) => {
      isStarting = false;
      goodAnswers = 0;
      size = Math.max(1, Math.min(size, Math.floor(Math.max(size, load) / 2)));
      unrefused = size;
    },
    rose: () => {
      isStarting = false;
      goodAnswers = 0;
      size = Math.max(Math.min(size, first), Math.floor(size / 2));
    },
    atMost: (least) => {
      most = Math.min(most, least);
      size = Math.min(size, most);
      isStarting = false;
    },
  };
}
