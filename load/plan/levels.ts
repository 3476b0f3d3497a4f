import { defaultWarmupS } from '../records/settings.ts';

/** A level of a sweep: so many users, each of whom sends the next request when the last one is answered. */
type Level = { readonly users: number; readonly durationMs: number };

type ParsedLevels =
  | { readonly is: 'users'; readonly users: readonly number[] }
  /** Says what is wrong, and what would be right. */
  | { readonly is: 'wrong'; readonly because: string };

/** Each user is a virtual user of k6 with an interpreter of its own. */
const mostUsers = 5_000;
const mostLevels = 40;

/** The numbers of users where none were asked for. */
export const usualUsers: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** Reads `1,2,4,8`, also with three dots in it: `1,2,4,...,64` goes on as the two before it do. */
export function usersFrom(text: string): ParsedLevels {
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

/** By the factor of the last two where that is whole, else by their difference; the end itself is not among them. */
function between(before: number, last: number, end: number): readonly number[] {
  const factor = last / before;
  const next = (value: number): number => (Number.isInteger(factor) ? value * factor : value + last - before);
  const found: number[] = [];
  for (let value = next(last); value < end && found.length <= mostLevels; value = next(value)) found.push(value);
  return found;
}

/** So long is a level at least, and so much time have its users together: 60 answers of a second each. */
const [leastMs, userMs] = [20_000, 60_000];

/** Levels of few users are longer, as they get fewer answers. */
export function levelsOf(users: readonly number[], durationMs: number | undefined): readonly Level[] {
  return users.map((each) => ({ users: each, durationMs: durationMs ?? Math.max(leastMs, Math.ceil(userMs / each)) }));
}

/** Levels as settings keep them, in two lists of numbers; undefined where they are none. */
export function levelsIn({
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

/** A level's end: it keeps the load as it is while what was sent before is answered. */
export function levelDrainMs(durationMs: number): number {
  return defaultWarmupS(durationMs / 1000) * 1000;
}
