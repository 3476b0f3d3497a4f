import { isCompleteTurn, type Session } from '../../expectations/conversations/sessions-in.ts';
import { isUnknownSessionRefusal } from '../../expectations/conversations/newer-are-kept.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { Run } from '../../model/run.ts';

/** Largest share of turns on the wrong side of the end of a session: clocks and queues blur it. */
const mostAstray = 0.05;

/**
 * A turn that continues a session: how long after the beginning of the session it was sent, and how long after the turn
 * before it.
 */
type Later = { readonly begun: number; readonly used: number; readonly isRefused: boolean };

/**
 * How long sessions seem to be kept, since they began or since they were last used: nearly all refused turns came later
 * than that, and almost none so late was accepted. Undefined where the age of a session does not tell refused turns
 * from accepted ones.
 */
export function keptForIn(sessions: readonly Session[]): NonNullable<Run['refusedSessions']>['keptFor'] {
  const all = sessions.flatMap(laterIn);
  const found = (['begun', 'used'] as const).flatMap((since) => {
    const refused = all.filter(({ isRefused }) => isRefused).map((each) => each[since]);
    const taken = all.filter(({ isRefused }) => !isRefused).map((each) => each[since]);
    const ms = refused.toSorted((a, b) => a - b)[Math.floor(mostAstray * refused.length)];
    if (ms === undefined) return [];
    const late = taken.filter((each) => each >= ms).length;
    return late <= mostAstray * refused.length && late < taken.length ? [{ ms: Math.round(ms), since, late }] : [];
  });
  const [best] = found.toSorted((a, b) => a.late - b.late);
  return best === undefined ? undefined : { ms: best.ms, since: best.since };
}

function laterIn({ turns: [first, ...later] }: Session): readonly Later[] {
  if (first === undefined || !isCompleteTurn(first)) return [];
  let last = first;
  return later.flatMap((turn) => {
    const times = { begun: startOf(turn) - endOfExchange(first), used: startOf(turn) - endOfExchange(last) };
    const isRefused = isUnknownSessionRefusal(turn);
    if (!isRefused && !isCompleteTurn(turn)) return [];
    if (!isRefused) last = turn;
    return [{ ...times, isRefused }];
  });
}
