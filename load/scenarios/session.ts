import { randomFrom } from '../model/random.ts';

/** What a request goes on with: 2.2 shows no type. */
export type SessionId = string | number | boolean | object;

/**
 * The sessionId of a reply's text: the shapes of replies and events are not shown (2.3, 4.3). Deeper in them may stand those
 * of systems behind the service, so that of several it is the least deep, and of those the last.
 */
export function sessionIdIn(text = ''): SessionId | undefined {
  const whole = parsed(text);
  const parts = whole === undefined ? text.split('\n').map(parsed) : [whole];
  for (let level = parts; level.length > 0; level = level.flatMap(membersOf)) {
    const found = level.flatMap(ownSession).at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownSession(value: unknown): readonly SessionId[] {
  if (typeof value !== 'object' || value === null || !hasSession(value)) return [];
  const { sessionId } = value;
  return sessionId === null || sessionId === undefined ? [] : [sessionId];
}

function hasSession(value: object): value is { readonly sessionId: SessionId | null | undefined } {
  return 'sessionId' in value;
}

function membersOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How long a user thinks before the request with this index: from half of the mean to one and a half of it. */
export function thinkMsOf(seed: number, index: number, meanMs: number): number {
  return Math.round((0.5 + randomFrom(seed, `think ${index}`)()) * meanMs);
}
