import { addCosts, creditsOf, noCost, costOfExchange } from '../model/costs.ts';
import type { FailedCase, Mismatch, Exchanges, Shrinking, SmallerCase } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { withEachCall } from '../model/calls.ts';
import type { Cost, Probe } from '../model/probe.ts';
import { decisiveExchange } from '../engine/judging/finding-of.ts';
import { callOfRequest } from './calls.ts';
import { costOf, probeOf, causeKeyOf } from './judge-case.ts';
import type { Input } from './inputs/request.ts';
import { shrinkCandidates } from './inputs/shrink-candidates.ts';
import type { Property } from './property.ts';
import { inputFlaw } from './defects/input-flaw.ts';

/** Most requests that a check sends to shrink a case, */
export const mostRequests = 12;
/** and most that they cost. A check need not shrink as far as `fuzz` does. */
const mostCost = { chats: { chats: 6, speeches: 0 }, speeches: { chats: 0, speeches: 2 } } as const;

type Cases = {
  /** The inputs of the cases, which follow from the seed, so that a stored run shrinks to the same case. */
  readonly inputsFor: (nonce: FailedCase['nonce']) => readonly Input[];
  readonly casesIn: Shrinking['casesIn'];
};

/** Finds, with a few requests, the smallest case that fails with the same cause. */
export function shrinkingOf(property: Property, name: string, { inputsFor, casesIn }: Cases): Shrinking {
  const costs = mostCostOf(property);
  return {
    costs,
    casesIn,
    smallestOf: async ({ seen, judged, index, nonce }, ask) => {
      const input = inputsFor(nonce)[index];
      const first = seen[0];
      // Cases of an earlier part of a resumed run had other inputs.
      if (input === undefined || first === undefined || !isInputOf(input, first))
        return { because: 'it was sent in an earlier part of the run' };
      const asSent = (because: string): SmallerCase => ({ because, ...saying(property, input) });
      if (seen.some(({ response }) => response.is === 'noAnswer'))
        return asSent('it got no answer, and each smaller one might be waited for as long');
      if (property.needs.includes('provisioner')) return asSent(tooDear(property));
      const mismatches = await judged();
      const cause = causeKeyOf(mismatches, decisiveExchange(mismatches, seen));
      const known = new Set([JSON.stringify(input)]);
      let found: SmallerCase | undefined;
      let [tries, requests, credits] = [0, 0, 0];
      for (
        let candidates = [...upToFailing(input, seen, mismatches), ...shrinkCandidates(input)];
        candidates.length > 0;
      ) {
        const [next = [], ...others] = candidates;
        candidates = others;
        const key = JSON.stringify(next);
        if (known.has(key)) continue;
        known.add(key);
        if (requests + next.length > mostRequests || credits + creditsOf(costOf(next)) > creditsOf(costs)) continue;
        const sent = await ask(asGenerated(probeOf(property, next, `${name} case ${index + 1} smaller ${tries + 1}`)));
        if (sent === undefined) return found ?? asSent('nothing more could be sent');
        tries += 1;
        requests += sent.seen.length;
        credits += creditsOf(sent.seen.map(costOfExchange).reduce(addCosts, noCost));
        const wrong = await sent.judged();
        if (wrong.length === 0 || causeKeyOf(wrong, decisiveExchange(wrong, sent.seen)) !== cause) continue;
        found = { seen: sent.seen, mismatches: wrong, ...saying(property, next) };
        candidates = [...shrinkCandidates(next)];
      }
      return found ?? asSent(noneOf(tries));
    },
  };
}

function asGenerated(probe: Probe): Probe {
  return { ...probe, steps: probe.steps.map((step) => withEachCall(step, { role: 'generated' })) };
}

function saying(property: Property, shown: Input): Pick<SmallerCase, 'input'> {
  const input = inputFlaw(property, shown);
  return input === undefined ? {} : { input };
}

/** Zero for metered properties: each case spends a whole workspace, which costs more than shrinking may. */
function mostCostOf({ costs, needs }: Property): Cost {
  if (needs.includes('provisioner')) return noCost;
  if (costs.speeches > 0) return mostCost.speeches;
  return costs.chats > 0 ? mostCost.chats : noCost;
}

function tooDear({ id }: Property): string {
  const most = creditsOf(mostCost.chats);
  return `each smaller one spends a workspace of its own, and may use up more than the ${most} credits set aside for that; assay fuzz --only ${id} makes it smaller`;
}

function noneOf(tries: number): string {
  if (tries === 0) return 'there is no smaller one';
  return tries === 1
    ? 'one smaller case was tried, and does not fail so'
    : `${tries} smaller cases were tried, and none fails so`;
}

/** The conversation up to the turn that fails; empty where that is the last. */
function upToFailing(input: Input, seen: Exchanges, mismatches: readonly Mismatch[]): readonly Input[] {
  const at = seen.findIndex((exchange) => exchange === decisiveExchange(mismatches, seen));
  return at < 0 || at + 1 >= input.length ? [] : [input.slice(0, at + 1)];
}

function isInputOf([request]: Input, { request: { body } }: Exchange): boolean {
  const sent = request === undefined ? undefined : callOfRequest(request, '').body;
  return sent !== undefined && Buffer.from(sent as string).equals(body);
}
