import { sessionIdGivenBy, sessionIdSentBy } from '../../../expectations/conversations/planted-in-run.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { startOf } from '../../../model/moment.ts';
import type { Finding } from '../../../model/run.ts';
import { firstCallIn, type Explanation } from './explained.ts';

/** Fewest turns with another id: fewer may each have a reason of their own, such as an option of the turn. */
const leastAnew = 3;

/** Least share of these turns that have the same place in their session, for a title that names this place. */
const leastShare = 0.8;

/**
 * A turn that was sent with the id of a session and answered with another id, with its place in the session (from 1).
 */
type Anew = { readonly turn: Exchange; readonly place: number };

/**
 * Sessions that go on under another id: a turn that is sent with an id is answered with another id, under which nothing
 * is known of what was told before. Undefined where most turns are answered so: an id may be meant for one turn.
 */
export function changedSessionIdsIn(
  exchanges: readonly Exchange[],
  failed: readonly Finding[],
): Explanation | undefined {
  const turns = exchanges
    .filter((each) => isAccepted(each) && sessionIdGivenBy(each) !== undefined)
    .toSorted((a, b) => startOf(a) - startOf(b));
  const anew: Anew[] = [];
  let continued = 0;
  const met = new Map<string, number>();
  for (const turn of turns) {
    const [asked, given = ''] = [sessionIdSentBy(turn), sessionIdGivenBy(turn)];
    if (asked === given) continued += 1;
    else if (asked !== undefined) anew.push({ turn, place: (met.get(asked) ?? 0) + 1 });
    const own = asked ?? given;
    met.set(own, (met.get(own) ?? 0) + 1);
    if (asked !== undefined && asked !== given) met.set(given, 1);
  }
  if (anew.length < leastAnew || anew.length > continued) return undefined;
  const byId = new Map(anew.map((each) => [each.turn.id, each]));
  const anewIn = (finding: Finding): Anew | undefined => finding.exchanges.flatMap((id) => byId.get(id) ?? [])[0];
  const has = (finding: Finding): boolean => isOfMemory(finding) && anewIn(finding) !== undefined;
  const [first] = failed.filter(has).flatMap((finding) => anewIn(finding) ?? []);
  if (first === undefined) return undefined;
  const [most] = [...Map.groupBy(anew, ({ place }) => place)].toSorted(([, a], [, b]) => b.length - a.length);
  const share = (most?.[1].length ?? 0) / anew.length;
  const often = share === 1 ? 'each time' : 'mostly';
  const when = share < leastShare ? '' : `, ${often} in turn ${most?.[0] ?? ''} of its session`;
  return {
    has,
    title: `a session goes on under another sessionId, without what it was told: ${anew.length} of ${anew.length + continued} turns${when}`,
    shownIn: (finding) => {
      const { turn } = anewIn(finding) ?? first;
      return {
        exchange: turn.id,
        says: `${firstCallIn(finding, turn.id)} was sent with the sessionId ${sessionIdSentBy(turn) ?? ''}, and its answer has another one, ${sessionIdGivenBy(turn) ?? ''}: what is told and asked from then on is in that.`,
      };
    },
    leadOf: () => undefined,
    isRoot: true,
    isOfItsCheck: true,
  };
}

const topics = ['sessions.continue/', 'sessions.kept/', 'chat.memory/'];

function isOfMemory({ check }: Finding): boolean {
  return topics.some((topic) => check.startsWith(topic));
}
