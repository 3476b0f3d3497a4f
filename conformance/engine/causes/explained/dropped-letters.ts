import { sentJson } from '../../../bodies/sent-json.ts';
import { isConnectionDropped, type Exchange } from '../../../model/exchange.ts';
import { leadExchangeId } from '../../../model/mismatch.ts';
import type { Finding } from '../../../model/run.ts';
import type { Explanation } from './explained.ts';

/** Fewest failures that the rule explains: a single one is told by its own check. */
const leastFailed = 2;
/** Fewest answered requests without such letters: fewer do not show that the letters matter. */
const leastOthers = 20;

/**
 * A service whose code dies at letters beyond ASCII, as where a text is cut by bytes: every request that lost its connection
 * has such letters in its text. Undefined where one without them lost it too, or where few failures show it.
 */
export function droppedLettersIn(exchanges: readonly Exchange[], failed: readonly Finding[]): Explanation | undefined {
  const sent = exchanges.filter(({ request }) => request.noResponse === undefined);
  const dropped = sent.filter(isConnectionDropped);
  const ids = new Set(dropped.map(({ id }) => id));
  const has = (finding: Finding): boolean => ids.has(leadExchangeId(finding));
  if (!dropped.every(isBeyondAscii) || failed.filter(has).length < leastFailed) return undefined;
  const operations = new Set(dropped.map(({ operation }) => operation));
  const others = sent.filter((exchange) => operations.has(exchange.operation) && !ids.has(exchange.id));
  const without = others.filter((exchange) => !isBeyondAscii(exchange)).length;
  if (without < leastOthers) return undefined;
  const answered = others.length - without;
  return {
    has,
    title: `drops the connection at some texts with letters beyond ASCII: ${dropped.length} of ${dropped.length + answered} requests with such letters`,
    shownIn: () => ({
      says: `Each of the ${dropped.length} requests whose connection was dropped has letters beyond ASCII in its text, and none of ${without} without them was dropped. Is a text cut within a letter? The log of the service says what its code died of.`,
    }),
    // A check about the operation itself shows it more plainly than one about the connection.
    leadOf: (group) =>
      group.find(({ check }) => [...operations].some((operation) => check.startsWith(`${operation}.`))),
    isRoot: true,
  };
}

/** Whether the JSON of a request has letters beyond ASCII, also where they are written as escapes. */
function isBeyondAscii({ request }: Exchange): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[^\0-\x7f]/.test(JSON.stringify(sentJson(request)) ?? '');
}
