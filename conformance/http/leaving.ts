/** After so many pieces of the body, or so long after the request was begun on a connection; 0 for at once. */
export type Leaving = { readonly afterPieces: number } | { readonly afterMs: number };

/** Aborts its signal when the time to leave has come; after a number of pieces, whoever reads them leaves. */
export function startLeaving(leaves: Leaving = { afterPieces: Number.POSITIVE_INFINITY }): {
  readonly afterPieces: number;
  readonly signal: AbortSignal;
  readonly begin: () => void;
  readonly stop: () => void;
} {
  const controller = new AbortController();
  const leave = (): void => controller.abort();
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Immediate | undefined;
  return {
    afterPieces: 'afterPieces' in leaves ? leaves.afterPieces : Number.POSITIVE_INFINITY,
    signal: controller.signal,
    begin: () => {
      if (!('afterMs' in leaves)) return;
      // undici writes the request in this turn of the event loop. A timer takes 1 ms at least: a fast service answers in it.
      if (leaves.afterMs === 0) soon = setImmediate(leave);
      else timer = setTimeout(leave, leaves.afterMs);
    },
    stop: () => {
      clearTimeout(timer);
      clearImmediate(soon);
    },
  };
}
