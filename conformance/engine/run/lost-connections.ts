import type { Check } from '../../model/check.ts';
import { requestIdOf } from '../../model/exchange-id.ts';
import { isConnectionDropped, type Exchange } from '../../model/exchange.ts';
import type { Run } from '../../model/run.ts';
import { busyBefore } from './gone-away.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';

/**
 * Requests whose connection was refused or dropped, and that were answered at another attempt. No check fails because
 * of one event that nobody can repeat, and yet a service that ends and is started again differs from one that never
 * did.
 */
export function lostConnectionsIn(
  exchanges: readonly Exchange[],
  checks: readonly Pick<Check, 'id' | 'probe'>[] = [],
): Pick<Run, 'lostConnections'> {
  const answered = new Set(exchanges.flatMap((each) => (isAnswered(each) ? [requestIdOf(each)] : [])));
  const byEnd = exchanges.toSorted((a, b) => endOfExchange(a) - endOfExchange(b));
  const lost = byEnd.filter((each) => isLost(each) && answered.has(requestIdOf(each)));
  const spells = spellsIn(lost, exchanges.filter(isAnswered));
  const [first = []] = spells;
  const [begun] = first;
  if (begun === undefined) return {};
  const before = byEnd.slice(0, byEnd.indexOf(begun));
  return {
    lostConnections: {
      requests: new Set(lost.map(requestIdOf)).size,
      times: spells.length,
      at: new Date(endOfExchange(begun)).toISOString(),
      before: busyBefore(before.filter(isAnswered), first.filter(isConnectionDropped), endOfExchange(begun), checks),
    },
  };
}

/** Lost connections are one event where no other request began and was answered in between. */
function spellsIn(lost: readonly Exchange[], answers: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const spells: Exchange[][] = [];
  for (const each of lost) {
    const spell = spells.at(-1);
    const sinceMs = spell?.[0] === undefined ? Infinity : endOfExchange(spell[0]);
    const isUpBetween = answers.some((other) => startOf(other) > sinceMs && endOfExchange(other) < endOfExchange(each));
    if (spell === undefined || isUpBetween) spells.push([each]);
    else spell.push(each);
  }
  return spells;
}

function isAnswered({ response }: Exchange): boolean {
  return response.is === 'answer';
}

/** True for a lost connection; that of a raw request may be dropped for what was sent. */
function isLost({ request, response }: Exchange): boolean {
  if (request.raw !== undefined || request.noResponse !== undefined || response.is === 'answer') return false;
  return response.because === 'dropped' || response.because === 'refused';
}
