import { isConnectionDropped, type Exchange, type Operation } from '../../../model/exchange.ts';
import { isIntermittent, leadExchangeId } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import { droppedLettersIn } from './dropped-letters.ts';
import type { Explanation } from './explained.ts';
import { operationPlurals } from './operation-names.ts';

/** Fewest failures: fewer may each be dropped for what they send. */
const leastFailed = 8;
/** Fewest families of failed checks: what one part of the document asks for may have a mistake of its own. */
const leastFamilies = 3;

/**
 * A service whose code dies at requests of many kinds, and answers the next: of each it shows that the connection was dropped,
 * whatever the checks are about. Where few met that, or all for one thing that they ask for, what they have in common is told,
 * if that is letters beyond ASCII; else undefined.
 */
export function droppedIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const operationOf = (finding: Finding): Operation | undefined => {
    const shown = byId.get(leadExchangeId(finding));
    return shown === undefined || isIntermittent(finding) || !isConnectionDropped(shown) ? undefined : shown.operation;
  };
  const all = failed.filter((finding) => operationOf(finding) !== undefined);
  const families = new Set(all.map(({ check }) => check.slice(0, check.indexOf('.'))));
  if (all.length < leastFailed || families.size < leastFamilies) return droppedLettersIn(exchanges, failed);
  const operations = new Set(all.map(operationOf));
  const asked = exchanges.filter(({ operation }) => operations.has(operation));
  const names = [...new Set(asked.map(({ operation }) => operationPlurals[operation]))];
  const dropped = asked.filter(isConnectionDropped).length;
  return {
    has: (finding) => operationOf(finding) !== undefined,
    title: `drops the connection in place of an answer, at ${dropped} of ${asked.length} requests for ${new Intl.ListFormat('en').format(names)}`,
    shownIn: () => ({
      says: `The connection was dropped in place of an answer at ${dropped} of ${asked.length} such requests, and later ones were answered. The log of the service says what its code died of.`,
    }),
    // A check of the operation itself comes first in the usual order.
    leadOf: () => undefined,
    isRoot: false,
  };
}
