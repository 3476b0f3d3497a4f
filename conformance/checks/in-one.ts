import { ofCall } from '../expectations/judged-as.ts';
import { asPartOf } from '../expectations/on-answer.ts';
import { nameOf } from '../model/calls.ts';
import type { Check, Expectation, Seen } from '../model/check.ts';
import type { Call, Cost, Known, Need, Probe } from '../model/probe.ts';

type Ask = (known: Known) => Call;

type InOne<Name extends string> = {
  /** What all of them ask for. */
  readonly whole: Ask;
  readonly alone: Readonly<Record<Name, Ask>>;
  readonly needs: readonly Need[];
  /** What one of these requests uses up. */
  readonly costs: Cost;
  readonly expect: readonly Expectation[];
};

/**
 * Of several valid things that one request can ask for, whether the service takes each: one request asks for all, and
 * where that is not answered as expected, each is asked for by itself, so that it is known which of them is not taken.
 */
export function inOne<Name extends string>(
  name: string,
  { whole, alone, needs, costs, expect }: InOne<Name>,
): (which: Name) => Pick<Check, 'probe' | 'expect'> {
  const names = Object.keys(alone);
  const isTaken = (seen: Seen): boolean => expect.every((each) => isMet(each(seen.slice(0, 1))));
  const requests = 1 + names.length;
  const probe: Probe = {
    name: nameOf(name, names),
    needs,
    costs: { chats: requests * costs.chats, speeches: requests * costs.speeches },
    steps: [
      (known) => [whole(known)],
      (known) => (isTaken(known.seen) ? [] : Object.values<Ask>(alone).map((ask) => ask(known))),
    ],
  };
  return (which) => {
    const at = 1 + names.indexOf(which);
    const ofItsOwn = (expectation: Expectation): Expectation => {
      const own = ofCall(at, expectation);
      return asPartOf(own, (seen) => (isTaken(seen) ? [] : own(seen)));
    };
    return { probe, expect: expect.map(ofItsOwn) };
  };
}

function isMet(judgement: ReturnType<Expectation>): boolean {
  return Array.isArray(judgement) && judgement.length === 0;
}
