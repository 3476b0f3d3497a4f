/** Largest input whose result is always kept: the result takes several times the memory of its input. */
export const maxHeldBytes = 32 * 1024;
/** Bytes of recent larger inputs whose results are kept; the result of the very last one is always kept. */
const mostRecentBytes = 2 * 1024 * 1024;

/** Reads each input once for all callers; a large input is read again where others were read in between. */
export function readOnce<In extends object, Out>(
  bytesOf: (from: In) => number,
  read: (from: In) => Out,
): (from: In) => Out {
  const held = new WeakMap<In, { readonly out: Out }>();
  const recent = new Map<In, { readonly out: Out }>();
  let recentBytes = 0;
  const remember = (from: In, known: { readonly out: Out }): void => {
    recent.set(from, known);
    recentBytes += bytesOf(from);
    for (const oldest of recent.keys()) {
      if (recentBytes <= mostRecentBytes || oldest === from) return;
      recent.delete(oldest);
      recentBytes -= bytesOf(oldest);
    }
  };
  return (from) => {
    const known = held.get(from) ?? recent.get(from);
    if (known !== undefined) return known.out;
    const out = read(from);
    if (bytesOf(from) > maxHeldBytes) remember(from, { out });
    else held.set(from, { out });
    return out;
  };
}
