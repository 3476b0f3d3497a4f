import { requestIdOf } from '../../model/exchange-id.ts';
import type { Exchange } from '../../model/exchange.ts';

/** Statuses of a gateway that got no answer from the service: other statuses mean too many requests. */
const ofGateways = [502, 504];
/** Fewest requests that were sent again: with fewer, their second answers are chance. */
const leastAgain = 20;
/** Smallest share of all answers: an outage that passes, or that meets single requests, has less. */
const leastShare = 0.05;
/** In how many operations the status has to be found, and how many times in each. */
const everywhere = { operations: 3, each: 3 } as const;
/**
 * Largest factor, either way, between the share of the status among second attempts and among all answers: beyond it,
 * the same requests get the status always, or not again.
 */
const asOften = 2;

/**
 * The number of all answers, where those with this status came at random, to any request and to the same request now
 * and then, as behind a balancer with one server down; otherwise undefined.
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
