import { statusAndCode } from '../../../bodies/error-code.ts';
import { withoutOwnId } from '../../../http/identifying-fields.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { leadExchangeId, referencesOf } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import { firstCallIn, type Explanation } from './explained.ts';
import { earlierOnConnection, shortestCommandFor, type Pair } from './on-connection.ts';

/**
 * Fewest equal answers that all came behind an error and are no chance: mostly, fewer than half of the requests come
 * behind an error.
 */
const leastBehind = 8;
/** Largest share of requests behind an error: where nearly all requests come behind one, that tells nothing. */
const mostShare = 0.6;

/**
 * A service that answers a request with an error because it refused the request before it on the same kept connection,
 * as a service does that has not read the body of the refused request. Undefined where the same answer also comes
 * elsewhere, or where no request that got it was taken on another connection.
 */
export function behindErrorsIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const earlier = earlierOnConnection(exchanges);
  const pairs = exchanges.flatMap((next): readonly Pair[] => {
    const [before] = earlier(next);
    return before === undefined || refusalOf(before) === undefined ? [] : [{ before, next }];
  });
  const ordinary = exchanges.filter(({ request }) => request.raw === undefined).length;
  if (pairs.length > mostShare * ordinary) return undefined;
  const byAnswer = Map.groupBy(pairs, ({ next }) => refusalOf(next));
  const [most] = [...byAnswer]
    .filter(([answer]) => answer !== undefined)
    .toSorted(([, a], [, b]) => b.length - a.length);
  const [answer, hit] = most ?? [undefined, []];
  const all = exchanges.filter((exchange) => refusalOf(exchange) === answer);
  if (answer === undefined || hit.length < leastBehind || all.length > hit.length) return undefined;
  const elsewhere = takenElsewhere(hit, exchanges);
  const ids = new Set(all.map(({ id }) => id));
  const has = (finding: Finding): boolean => restsOn(finding).some((id) => ids.has(id));
  if (elsewhere.length === 0 || !failed.some(has)) return undefined;
  const run = shortestCommandFor(elsewhere) ?? shortestCommandFor(hit);
  const show = (finding: Finding): Pair | undefined =>
    hit.find(({ next }) => next.id === leadExchangeId(finding)) ??
    hit.find(({ next }) => finding.exchanges.includes(next.id));
  return {
    has,
    title: `an error spoils the next request on its connection: all ${hit.length} answers with ${answer} came to the request behind an error, on the same kept connection`,
    shownIn: (finding) => {
      const shown = show(finding) ?? elsewhere[0];
      const before =
        shown === undefined
          ? ''
          : `${firstCallIn(finding, shown.before.id)}, which got ${refusalOf(shown.before)}, was just before it on its connection. `;
      return {
        ...(shown === undefined ? {} : { exchange: shown.next.id }),
        ...(run === undefined ? {} : { run }),
        says: `${before}On other connections the same was taken (${elsewhere.length} of these requests). Is the body of a refused request read to its end?`,
      };
    },
    leadOf: (group) =>
      group.find(({ check }) => check.startsWith('transport.connections/')) ??
      group
        .filter((finding) => ids.has(leadExchangeId(finding)))
        .toSorted((a, b) => a.exchanges.length - b.exchanges.length)[0],
    isRoot: true,
    comesAndGoes: true,
  };
}

/** An answer with an error status, as its status and error code; undefined for other answers. */
function refusalOf({ request, response }: Exchange): string | undefined {
  if (request.raw !== undefined || response.is !== 'answer' || response.status < 400) return undefined;
  return statusAndCode(response);
}

/**
 * The exchanges that a failure rests on. A wrong charge rests on all of them, as any earlier use may have been refused.
 */
function restsOn({ exchanges, mismatches: [first], ledger }: Finding): readonly string[] {
  const shown = first === undefined ? [] : referencesOf(first);
  return shown.length === 0 || ledger !== undefined ? exchanges : shown;
}

/**
 * The pairs whose second request was taken where it was not behind an error: as its next attempt, or as another
 * request.
 */
function takenElsewhere(hit: readonly Pair[], exchanges: readonly Exchange[]): readonly Pair[] {
  const taken = new Set(exchanges.filter(isAccepted).map(asked));
  return hit.filter(({ next }) => taken.has(asked(next)));
}

function asked({ probe, request: { method, url, headers, body } }: Exchange): string {
  // The placeholder for the token of a workspace stands for another token in another probe.
  return JSON.stringify([probe, method, url, withoutOwnId(headers), Buffer.from(body).toString('latin1')]);
}
