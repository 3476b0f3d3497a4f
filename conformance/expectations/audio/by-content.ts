import { createHash } from 'node:crypto';

/** Most results that are remembered. The bytes themselves are not kept. */
const mostRemembered = 1_000;

/**
 * Reads the same bytes only once, in whichever answer they came: services keep what they have spoken, and decoding
 * takes a hundred times as long as seeing that the bytes are the same.
 */
export function memoizedByContent<T>(
  read: (bytes: Uint8Array) => Promise<T>,
  most: number = mostRemembered,
): (bytes: Uint8Array) => Promise<T> {
  const byBytes = new WeakMap<Uint8Array, Promise<T>>();
  const byContent = new Map<string, Promise<T>>();
  const found = (bytes: Uint8Array): Promise<T> => {
    const content = createHash('sha256').update(bytes).digest('base64');
    const result = byContent.get(content) ?? read(bytes);
    // A map keeps the order of insertion, so the result that was asked for last moves to the end and the first is
    // forgotten.
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
