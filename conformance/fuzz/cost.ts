import { addCosts, creditsOf, noCost } from '../model/costs.ts';
import type { Spend } from '../model/run.ts';
import type { Property } from './property.ts';
import { turnsOf } from './schedule.ts';

/** The most that so many cases can use up, without what shrinking adds. */
export function mostOf(properties: readonly Property[], cases: number): Spend {
  const turns = turnsOf(properties);
  const times = (at: number): number => Math.floor((cases + turns.length - 1 - at) / turns.length);
  const sum = turns
    .map(({ costs: { chats, speeches } }, at) => ({ chats: chats * times(at), speeches: speeches * times(at) }))
    .reduce(addCosts, noCost);
  return { ...sum, credits: creditsOf(sum) };
}
