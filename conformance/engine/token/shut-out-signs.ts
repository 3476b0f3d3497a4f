import { jsonOf } from '../../bodies/content.ts';
import { headerOf, isAccepted, type Answer, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import type { EndingStatus } from './token-end.ts';

/**
 * Refusals in a row after which perhaps nothing is let in any more; checks send fewer unknown ids one after the other.
 */
const mostInARow = 5;

/** A sign that perhaps nothing is let in any more: the status, and since when all requests got it. */
type ShutOutSign = { readonly status: EndingStatus; readonly sinceMs: number };

/**
 * Tells when it has to be asked whether a target still lets anything in: at each refusal (403, 404) that has no error
 * object of the interface and looks like none before, as that of a firewall or a router does, and at every fifth
 * refusal in a row.
 */
export function createShutOutSigns(): (exchange: Exchange) => ShutOutSign | undefined {
  const looks = new Set<string>();
  let inARow: readonly number[] = [];
  let untold = 0;
  return (exchange) => {
    // A request without a token, and a raw one, may be refused anyway.
    const { request } = exchange;
    if (request.raw !== undefined || headerOf(request.headers, 'authorization') === undefined) return undefined;
    const refused = refusalIn(exchange);
    if (refused === undefined) {
      if (!isRead(exchange)) return undefined;
      // Refusals that came while this request was under way may be behind the end all the same.
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

/** The status by which a target, or what is in front of it, says that there is nothing for this caller. */
export function refusalIn({ response }: Exchange): { readonly status: 403 | 404; readonly answer: Answer } | undefined {
  if (response.is !== 'answer') return undefined;
  const { status } = response;
  return status === 403 || status === 404 ? { status, answer: response } : undefined;
}

/** True where the service has read the request: it accepted it, or said what is wrong with it. */
function isRead(exchange: Exchange): boolean {
  const { response } = exchange;
  return isAccepted(exchange) || (response.is === 'answer' && [400, 402, 409, 415, 422].includes(response.status));
}

function hasErrorObject(answer: Answer): boolean {
  const json = jsonOf(answer);
  return json.is === 'json' && typeof (json.value as { error?: unknown } | null)?.error === 'object';
}
