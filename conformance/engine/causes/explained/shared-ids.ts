import { sessionIdGivenBy } from '../../../expectations/conversations/planted-in-run.ts';
import {
  firstTurnOf,
  plainTurnsIn,
  sessionsIn,
  isCompleteTurn,
} from '../../../expectations/conversations/sessions-in.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { referencesOf } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import { callIn, firstCallIn, type Explanation } from './explained.ts';

/**
 * Sessions that got the id of another session of the same caller with the same bot: what is told in one is known in
 * both. Undefined where no failure shows that.
 */
export function sharedIdsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const begun = sessionsIn(plainTurnsIn(exchanges)).filter((session) => isCompleteTurn(firstTurnOf(session)));
  const byId = Map.groupBy(begun, (session) => {
    const id = sessionIdGivenBy(firstTurnOf(session));
    return id === undefined ? undefined : `${session.group} ${id}`;
  });
  const shared = [...byId].flatMap(([id, sessions]) => (id === undefined || sessions.length < 2 ? [] : [sessions]));
  const turnsOf = new Map(
    shared.flatMap((sessions) =>
      sessions.flatMap(({ turns }) => turns.map(({ id }) => [id, sessions.map(firstTurnOf)] as const)),
    ),
  );
  const sharersOf = (finding: Finding): readonly Exchange[] | undefined =>
    finding.mismatches
      .slice(0, 1)
      .flatMap(referencesOf)
      .flatMap((id) => (turnsOf.has(id) ? [turnsOf.get(id)] : []))[0];
  const has = (finding: Finding): boolean => finding.check.startsWith('sessions.') && sharersOf(finding) !== undefined;
  const best = failed.filter(has).flatMap((finding) => sharersOf(finding) ?? []);
  const [first] = best;
  if (first === undefined) return undefined;
  const count = shared.flat().length;
  return {
    has,
    title: `a new session is given the id of another one: ${count} of ${begun.length} sessions share ${shared.length === 1 ? 'one id' : `${shared.length} ids`}`,
    shownIn: (finding) => {
      const [one = first, other = first, ...more] = sharersOf(finding) ?? best;
      const also = more.length === 0 ? '' : `, and ${more.length} more,`;
      return {
        says: `${firstCallIn(finding, one.id)} and ${callIn(finding, other.id)}${also} each began a session, and were given the same id, ${sessionIdGivenBy(one) ?? ''}.`,
      };
    },
    leadOf: () => undefined,
    isRoot: true,
    isOfItsCheck: true,
  };
}
