import { randomFrom } from '../model/random.ts';

/** The last sessionId in a reply's text, wherever it stands: the shapes of replies and events are not shown (2.3, 4.3). */
export function sessionIdIn(text: string | undefined): string | number | undefined {
  const found = [...(text ?? '').matchAll(/"sessionId"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)/g)].at(-1)?.[1];
  if (found === undefined) return undefined;
  try {
    return JSON.parse(found) as string | number;
  } catch {
    // A cut text may end within an escape.
    return undefined;
  }
}

/** How long a user thinks before the request with this index: from half of the mean to one and a half of it. */
export function thinkMsOf(seed: number, index: number, meanMs: number): number {
  return Math.round((0.5 + randomFrom(seed, `think ${index}`)()) * meanMs);
}
