import type { ControlEvidence, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { recallsWord } from '../words/said.ts';
import { hasOtherSessionId } from './evicted-sessions.ts';

/**
 * The message that begins a session after many that began at once, of which hardly any went on. It shows whether a
 * session goes on until as many others have begun.
 */
export function soleSessionMessage(word: string): string {
  return `Please remember this one word: ${word}`;
}

/** The exchanges from that session on. */
export function soleSessionIn(seen: Exchanges): Exchanges {
  const first = seen.findIndex(({ role }) => role === 'alone');
  return first < 0 ? [] : seen.slice(first);
}

export function beforeSoleSession(seen: Exchanges): Exchanges {
  return seen.slice(0, seen.length - soleSessionIn(seen).length);
}

/** True where the turn asked for the word in that session, and said it. */
function isKnownIn(told: Exchange, asked: Exchange): boolean {
  return !hasOtherSessionId(asked) && wordsPlantedIn(told).some((word) => recallsWord(asked, word));
}

/** True where the session went on as long as it was the only one. */
export function isSoleSessionContinued(seen: Exchanges): boolean {
  const [told, asked] = soleSessionIn(seen);
  return told !== undefined && asked !== undefined && isKnownIn(told, asked);
}

/**
 * Evidence that so many sessions are not kept, whichever they are: a session that knew its word under its id was
 * answered with another id and without the word once that many others had begun. How many are kept is not shown (8.2).
 * Undefined where that was not seen.
 */
export function capacityEvidence(
  many: number,
  seen: Exchanges,
): Extract<ControlEvidence, { because: string }> | undefined {
  const [told, , ...more] = soleSessionIn(seen);
  const [others, last] = [more.slice(0, -1), more.at(-1)];
  if (told === undefined || last === undefined || !isSoleSessionContinued(seen)) return undefined;
  if (others.length < many || !others.every(isAccepted)) return undefined;
  const isLost = isAccepted(last) && hasOtherSessionId(last) && !isKnownIn(told, last);
  return isLost ? { because: because(last, many), isUnspecified: true } : undefined;
}

function because({ id }: Exchange, many: number): string {
  return `a session that was known was answered as another one (${id}) once ${many} others had begun, as these were: how many sessions a service keeps is not specified`;
}
