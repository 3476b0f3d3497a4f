import type { ControlEvidence, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { recalls } from '../words/said.ts';
import { isOfAnotherSession } from './crowded-out.ts';

/**
 * The message that begins a session after many that began at once, of which hardly any went on. It shows whether a
 * session goes on until as many others have begun.
 */
export function tellsAlone(word: string): string {
  return `Please remember this one word: ${word}`;
}

/** The exchanges from that session on. */
export function aloneIn(seen: Seen): Seen {
  const first = seen.findIndex(({ role }) => role === 'alone');
  return first < 0 ? [] : seen.slice(first);
}

export function beforeAlone(seen: Seen): Seen {
  return seen.slice(0, seen.length - aloneIn(seen).length);
}

/** True where the turn asked for the word in that session, and said it. */
function isKnownIn(told: Exchange, asked: Exchange): boolean {
  return !isOfAnotherSession(asked) && wordsPlantedIn(told).some((word) => recalls(asked, word));
}

/** True where the session went on as long as it was the only one. */
export function wentOnAlone(seen: Seen): boolean {
  const [told, asked] = aloneIn(seen);
  return told !== undefined && asked !== undefined && isKnownIn(told, asked);
}

/**
 * Evidence that so many sessions are not kept, whichever they are: a session that knew its word under its id was
 * answered with another id and without the word once that many others had begun. How many are kept is not shown (8.2).
 * Undefined where that was not seen.
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
