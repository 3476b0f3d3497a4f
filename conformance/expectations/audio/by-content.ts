import { createHash } from 'node:crypto';

/** So many results are remembered of the latest bytes, which are not kept themselves. */
const mostRemembered = 1_000;

/**
 * Reads the same bytes once, whichever answer they came in: services keep what they have spoken, and to decode it takes
 * a hundred times as long as to see that it is the same.
 */
export function rememberedByContent<T>(
  read: (bytes: Uint8Array) => Promise<T>,
  most: number = mostRemembered,
): (bytes: Uint8Array) => Promise<T> {
  const byBytes = new WeakMap<Uint8Array, Promise<T>>();
  const byContent = new Map<string, Promise<T>>();
  const found = (bytes: Uint8Array): Promise<T> => {
    const content = createHash('sha256').update(bytes).digest('base64');
    const result = byContent.get(content) ?? read(bytes);
    // What was asked for last is last in the order of a map, and the first is forgotten.
    byContent.delete(content);
    byContent.set(content, result);
    const [oldest] = byContent.keys();
    if (byContent.size > most && oldest !== undefined) byContent.delete(oldest);
    return result;
  };
  return (bytes) => {
    const result = byBytes.get(bytes) ?? found(bytes);
    byBytes.set(bytes, result);
    return result;
  };
}
