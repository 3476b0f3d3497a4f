import { startOf } from '../../model/moment.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { callerOf, isGivenCaller } from '../caller.ts';
import { withExchange } from '../on-answer.ts';
import { sessionIdGivenBy, messageJson, sessionIdSentBy } from './planted-in-run.ts';

/** A chat that gave an id, whether it began a session, and the chat of another session that gave the same id before. */
type Turn = { readonly chat: Exchange; readonly begins: boolean; readonly other: Exchange | undefined };

/**
 * No chat gives the id of another session of its caller with the same bot, whether it begins or continues a session,
 * and whether or not the bot shows a memory. A session may get a new id in each turn, as long as no other session has
 * it.
 */
export const sessionIdsAreUnique: Expectation = (seen) => {
  const ofOne = Map.groupBy(seen.filter(isPlainChat), (chat) => `${callerOf(chat)} ${chat.request.url}`);
  const turns = [...ofOne.values()].flatMap(turnsIn);
  if (turns.filter(({ begins }) => begins).length < 2) return { inconclusive: 'there were no two sessions to compare' };
  const first = turns.find(({ other }) => other !== undefined);
  if (first?.other === undefined) return [];
  const counts = [true, false].flatMap((begins) => {
    const all = turns.filter((turn) => turn.begins === begins);
    const wrong = all.filter(({ other }) => other !== undefined).length;
    return wrong === 0 ? [] : [`${wrong} of ${all.length} chats that ${begins ? 'begin' : 'continue'} a session`];
  });
  return [
    withExchange(first.chat, {
      subject: 'sessionId',
      expected: 'none that another session was given',
      observed: `${shownValue(sessionIdIn(first.chat))}, which ${first.other.id} gave to another session (${counts.join(', ')})`,
      kind: { observed: 'the id of another session' },
      restsOn: [first.other.id],
    }),
  ];
};

/**
 * True for a plain chat of a known caller: a proxy in front may answer raw bytes, and the sessions of other callers are
 * not known.
 */
function isPlainChat(chat: Exchange): boolean {
  return chat.request.raw === undefined && isGivenCaller(callerOf(chat)) && messageJson(chat) !== undefined;
}

/** The chats in the order in which they were sent: an id belongs to the session that was given it first. */
function turnsIn(chats: Exchanges): readonly Turn[] {
  const given = new Map<string, { readonly session: Exchange; readonly by: Exchange }>();
  return chats
    .toSorted((a, b) => startOf(a) - startOf(b))
    .flatMap((chat) => {
      const [asked, id] = [sessionIdSentBy(chat), sessionIdGivenBy(chat)];
      // An id that this bot never gave to this caller, or that is spelled otherwise, continues no known session.
      const session = asked === undefined ? chat : given.get(asked)?.session;
      if (id === undefined || session === undefined) return [];
      const first = given.get(id) ?? { session, by: chat };
      given.set(id, first);
      return [{ chat, begins: asked === undefined, other: first.session === session ? undefined : first.by }];
    });
}
