import { creditsOf, noCost, usedBy } from '../model/costs.ts';
import type { Mismatch, Shrinking, SmallerCase } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Cost } from '../model/probe.ts';
import { callOf } from './calls.ts';
import { causeOf } from './cause.ts';
import type { Input } from './inputs/request.ts';
import { shrinkCandidates } from './inputs/shrink-candidates.ts';
import { costOf, probeOf } from './judge-case.ts';
import type { Property } from './property.ts';

/** A check may try so many smaller cases, */
export const mostTries = 12;
/** and use up what costs as much as so many chats: a failure need not be as small as `fuzz` makes it. */
const mostCost = { chats: { chats: 6, speeches: 0 }, speeches: { chats: 0, speeches: 2 } } as const;

/**
 * The smallest case that a few tries lead to from the one that failed, with the same cause. `inputsFor` gives the inputs of
 * the cases, which follow from the seed; so a stored run is shrunk again as it was.
 */
export function shrinkingOf(
  property: Property,
  name: string,
  inputsFor: (nonce: (label: string) => string) => readonly Input[],
): Shrinking {
  const { chats, speeches } = property.costs;
  const costs: Cost = speeches > 0 ? mostCost.speeches : chats > 0 ? mostCost.chats : noCost;
  return {
    costs,
    smallestOf: async ({ exchange, at, nonce }, ask, judge) => {
      const input = inputsFor(nonce)[at];
      // Cases that were sent in an earlier part of a run had inputs of their own.
      if (input === undefined || !isInputOf(input, exchange) || exchange.response.is === 'noAnswer') return undefined;
      const cause = causeOf(await judge(exchange), exchange);
      const known = new Set([JSON.stringify(input)]);
      let found: SmallerCase | undefined;
      let [tries, credits] = [0, 0];
      for (let candidates = shrinkCandidates(input); candidates.length > 0 && tries < mostTries;) {
        const [next = [], ...others] = candidates;
        candidates = others;
        const key = JSON.stringify(next);
        if (known.has(key)) continue;
        known.add(key);
        if (credits + creditsOf(costOf(next)) > creditsOf(costs)) break;
        tries += 1;
        const answer = await ask(probeOf(property, next, `${name} case ${at + 1} smaller ${tries}`));
        if (answer === undefined) break;
        credits += creditsOf(usedBy(answer));
        const mismatches = await judge(answer);
        if (!isSame(mismatches, answer, cause)) continue;
        found = { exchange: answer, mismatches };
        candidates = shrinkCandidates(next);
      }
      return found;
    },
  };
}

function isSame(mismatches: readonly Mismatch[], exchange: Exchange, cause: string): boolean {
  return mismatches.length > 0 && causeOf(mismatches, exchange) === cause;
}

function isInputOf([request]: Input, { request: { body } }: Exchange): boolean {
  const sent = request === undefined ? undefined : callOf(request, '').body;
  return sent !== undefined && Buffer.from(sent as string).equals(body);
}
