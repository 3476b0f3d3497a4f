import { defaultWarmupS } from '../records/settings.ts';

/** A level of a sweep: a number of users, each of whom sends the next request when the previous one is answered. */
type Level = { readonly users: number; readonly durationMs: number };

type ParsedLevels =
  | { readonly is: 'users'; readonly users: readonly number[] }
  /** `because` says what is wrong, and what would be right. */
  | { readonly is: 'wrong'; readonly because: string };

/** Most users: each is a virtual user of k6 with its own interpreter. */
const mostUsers = 5_000;
const mostLevels = 40;

/** The numbers of users where none were requested. */
export const usualUsers: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** Reads `1,2,4,8`. Three dots, as in `1,2,4,...,64`, continue the last two numbers. */
export function parseLevels(text: string): ParsedLevels {
  const parts = text.split(',').map((part) => part.trim());
  const users: number[] = [];
  for (const [place, part] of parts.entries()) {
    if (part === '…' || part === '...') {
      const [before = 0, last = 0, end] = [users.at(-2), users.at(-1), Number(parts[place + 1])];
      if (place < 2 || !(end > last))
        return wrong(text, 'three dots stand between two numbers and a larger one, as in 1,2,4,...,64');
      users.push(...between(before, last, end));
    } else if (/^\d+$/.test(part)) users.push(Number(part));
    else return wrong(text);
  }
  const isRising = users.every((each, place) => each > (users[place - 1] ?? 0));
  if (!isRising) return wrong(text, 'rising numbers of users from 1 on');
  if ((users.at(-1) ?? 0) > mostUsers) return wrong(text, `at most ${mostUsers} users`);
  return users.length > mostLevels ? wrong(text, `at most ${mostLevels} levels`) : { is: 'users', users };
}

function wrong(text: string, rule = 'numbers of users such as 1,2,4,8 or 1,2,4,...,64'): ParsedLevels {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { is: 'wrong', because: `${JSON.stringify(shown)} are not levels; expected ${rule}` };
}

/**
 * The numbers between, by the ratio of the last two where that is whole, otherwise by their difference. Excludes `end`.
 */
function between(before: number, last: number, end: number): readonly number[] {
  const factor = last / before;
  const next = (value: number): number => (Number.isInteger(factor) ? value * factor : value + last - before);
  const found: number[] = [];
  for (let value = next(last); value < end && found.length <= mostLevels; value = next(value)) found.push(value);
  return found;
}

/**
 * Shortest length of a level, and fewest milliseconds that its users have together: enough for 60 responses of a second
 * each.
 */
const [leastMs, userMs] = [20_000, 60_000];

/** Levels with few users are longer, because they get fewer responses. */
export function levelsOf(users: readonly number[], durationMs: number | undefined): readonly Level[] {
  return users.map((each) => ({ users: each, durationMs: durationMs ?? Math.max(leastMs, Math.ceil(userMs / each)) }));
}

/** The levels in settings, which keep them as two lists of numbers. Undefined where there are none. */
export function levelsOfSettings({
  concurrency,
  levelMs,
}: {
  readonly concurrency?: string;
  readonly levelMs?: string;
}): readonly Level[] | undefined {
  if (concurrency === undefined || levelMs === undefined) return undefined;
  const [users, lengths] = [concurrency, levelMs].map((text) => text.split(',').map(Number));
  const levels = (users ?? []).map((each, place) => ({ users: each, durationMs: lengths?.[place] ?? Number.NaN }));
  const isFit = levels.every(({ users: each, durationMs }) => each >= 1 && each <= mostUsers && durationMs > 0);
  return isFit && levels.length <= mostLevels ? levels : undefined;
}

/** Length of the end of a level, during which the load stays constant while earlier requests are answered. */
export function levelDrainMs(durationMs: number): number {
  return defaultWarmupS(durationMs / 1000) * 1000;
}
