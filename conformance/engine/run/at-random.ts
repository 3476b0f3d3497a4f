import { requestIdOf } from '../../model/exchange-id.ts';
import type { Exchange } from '../../model/exchange.ts';

/** Statuses of a gateway that got no answer from what is behind it: others say that it is too much. */
const ofGateways = [502, 504];
/** Of fewer requests that were sent again, what became of them is chance. */
const leastAgain = 20;
/** An outage that passes, or one that meets single requests, is no part of all answers. */
const leastShare = 0.05;
/** So many operations have so many of them. */
const everywhere = { operations: 3, each: 3 } as const;
/** What is sent again gets it about as often as all do: neither always, nor no more. */
const asOften = 2;

/**
 * How many answers there were in all, where those with this status came to any request, and to the same one now and then, as
 * behind a balancer with one server down; undefined where they did not.
 */
export function answersAtRandom(status: number, exchanges: readonly Exchange[]): number | undefined {
  if (!ofGateways.includes(status)) return undefined;
  const hasIt = ({ response }: Exchange): boolean => response.is === 'answer' && response.status === status;
  const all = exchanges.filter(({ response }) => response.is === 'answer');
  const refused = all.filter(hasIt);
  const share = refused.length / all.length;
  const operations = [...Map.groupBy(refused, ({ operation }) => operation).values()];
  const isEverywhere = operations.filter(({ length }) => length >= everywhere.each).length >= everywhere.operations;
  if (!isEverywhere || share < leastShare) return undefined;
  const second = [...Map.groupBy(all, requestIdOf).values()].flatMap(([first, next]) =>
    first !== undefined && next !== undefined && hasIt(first) ? [next] : [],
  );
  const again = second.filter(hasIt).length / second.length;
  const isAsOften = again * asOften >= share && again <= share * asOften;
  return second.length >= leastAgain && isAsOften ? all.length : undefined;
}
