import { jsonOf } from '../../bodies/content.ts';
import { headerOf, isTaken, type Answer, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { EndingStatus } from './token-end.ts';

/** So many refusals in a row say that perhaps nothing is let in any more; checks send fewer unknown ids behind each other. */
const mostInARow = 5;

/** That perhaps nothing is let in any more: by which status, and since when all was refused with it. */
type ShutOutSign = { readonly status: EndingStatus; readonly sinceMs: number };

/**
 * When it has to be asked whether a target still lets anything in: at each refusal (403, 404) that is not in the words of
 * the interface and looks as none did before, as a firewall's or a router's, and at every fifth in a row.
 */
export function createShutOutSigns(): (exchange: Exchange) => ShutOutSign | undefined {
  const looks = new Set<string>();
  let inARow: readonly number[] = [];
  let untold = 0;
  return (exchange) => {
    // Whoever sends no token, or what is no usual request, is refused anyway.
    const { request } = exchange;
    if (request.raw !== undefined || headerOf(request.headers, 'authorization') === undefined) return undefined;
    const refused = refusalIn(exchange);
    if (refused === undefined) {
      if (!isRead(exchange)) return undefined;
      // What came while this one was under way may be behind the end all the same.
      const begunMs = startOf(exchange);
      inARow = inARow.filter((ms) => ms > begunMs);
      untold = Math.min(untold, inARow.length);
      return undefined;
    }
    inARow = [...inARow, endOfExchange(exchange)];
    untold += 1;
    const look = `${refused.status} ${refused.answer.body.length}`;
    const isNew = !looks.has(look) && !hasErrorObject(refused.answer);
    looks.add(look);
    if (!isNew && untold < mostInARow) return undefined;
    untold = 0;
    return { status: refused.status, sinceMs: Math.min(...inARow) };
  };
}

/** By which a target, or what stands before it, says that there is nothing for this caller. */
export function refusalIn({ response }: Exchange): { readonly status: 403 | 404; readonly answer: Answer } | undefined {
  if (response.is !== 'answer') return undefined;
  const { status } = response;
  return status === 403 || status === 404 ? { status, answer: response } : undefined;
}

/** Whoever accepts a request, or says what is wrong with it, has read it. */
function isRead(exchange: Exchange): boolean {
  const { response } = exchange;
  return isTaken(exchange) || (response.is === 'answer' && [400, 402, 409, 415, 422].includes(response.status));
}

function hasErrorObject(answer: Answer): boolean {
  const json = jsonOf(answer);
  return json.is === 'json' && typeof (json.value as { error?: unknown } | null)?.error === 'object';
}
