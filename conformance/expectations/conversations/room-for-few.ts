import type { ControlEvidence, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { recalls } from '../words/said.ts';
import { isOfAnotherSession } from './crowded-out.ts';

/** Begins a session behind many that began at once, of which hardly one went on: whether it does until as many others began. */
export function tellsAlone(word: string): string {
  return `Please remember this one word: ${word}`;
}

/** From there on. */
export function aloneIn(seen: Seen): Seen {
  const first = seen.findIndex(({ role }) => role === 'alone');
  return first < 0 ? [] : seen.slice(first);
}

export function beforeAlone(seen: Seen): Seen {
  return seen.slice(0, seen.length - aloneIn(seen).length);
}

/** True of the turn that was asked for the word of that session, in it, and said it. */
function isKnownIn(told: Exchange, asked: Exchange): boolean {
  return !isOfAnotherSession(asked) && wordsPlantedIn(told).some((word) => recalls(asked, word));
}

/** It went on as long as it was the only one. */
export function wentOnAlone(seen: Seen): boolean {
  const [told, asked] = aloneIn(seen);
  return told !== undefined && asked !== undefined && isKnownIn(told, asked);
}

/**
 * A session that was known under its id, and once so many others had begun was answered as another one, without its word: so
 * many are not kept, whoever began them. How many are is not shown (8.2). Undefined where that was not seen.
 */
export function roomShownFor(many: number, seen: Seen): Extract<ControlEvidence, { because: string }> | undefined {
  const [told, , ...more] = aloneIn(seen);
  const [others, last] = [more.slice(0, -1), more.at(-1)];
  if (told === undefined || last === undefined || !wentOnAlone(seen)) return undefined;
  if (others.length < many || !others.every(isTaken)) return undefined;
  const isLost = isTaken(last) && isOfAnotherSession(last) && !isKnownIn(told, last);
  return isLost ? { because: because(last, many), isUnspecified: true } : undefined;
}

function because({ id }: Exchange, many: number): string {
  return `a session that was known was answered as another one (${id}) once ${many} others had begun, as these were: how many sessions a service keeps is not specified`;
}
