import { wentWell, type Session } from '../../expectations/conversations/sessions-in.ts';
import { isOfNoSession } from '../../expectations/conversations/newer-are-kept.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { Run } from '../../model/run.ts';

/** Clocks and queues blur the end of a session: so many of a hundred may be on the wrong side. */
const mostAstray = 0.05;

/** A turn that continues a session, by how long after the begin of that it was sent, and how long after the turn before it. */
type Later = { readonly begun: number; readonly used: number; readonly isRefused: boolean };

/**
 * For how long sessions seem to be kept, since they began or since they were used: nearly all that was refused came later than
 * that, and hardly anything so late was taken. Undefined where the age of a session does not tell one from the other.
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
  if (first === undefined || !wentWell(first)) return [];
  let last = first;
  return later.flatMap((turn) => {
    const times = { begun: startOf(turn) - endOfExchange(first), used: startOf(turn) - endOfExchange(last) };
    const isRefused = isOfNoSession(turn);
    if (!isRefused && !wentWell(turn)) return [];
    if (!isRefused) last = turn;
    return [{ ...times, isRefused }];
  });
}
