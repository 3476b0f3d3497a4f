/** What is larger holds several times as much memory once it is read, and is read anew where others were meanwhile. */
export const longestHeldBytes = 32 * 1024;
/** Of the larger ones the last so many, and always the very last. */
const mostRecentBytes = 2 * 1024 * 1024;

/**
 * What is read of something is read once, for all who ask for it; of what has many bytes it is read anew where others
 * were read meanwhile.
 */
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
    if (bytesOf(from) > longestHeldBytes) remember(from, { out });
    else held.set(from, { out });
    return out;
  };
}
