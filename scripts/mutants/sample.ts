import { createHash } from 'node:crypto';

/**
 * Draws `count` of them by the seed. Each is drawn by its own id, so that a change of other code neither adds nor
 * removes any.
 */
export function drawSample<T extends { readonly id: string }>(
  all: readonly T[],
  count: number,
  seed: number,
): readonly T[] {
  const drawn = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const ranked = all.map((one) => ({ one, rank: drawn(one.id) }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}
