import { isTaken, type Exchange } from '../../../model/exchange.ts';
import type { Call, Known, Make, Workspace } from '../../../model/probe.ts';
import { disagreement, type Followed } from './follow.ts';
import { followForm, isFormed, isRefusedForItself } from './follow-forms.ts';
import { plenty } from './rich-member.ts';
import { coverIn, type States } from './states.ts';
import { callFor, callerOf, meteredAs, ofWorkspace, type Use } from './uses.ts';

/**
 * A speech that its balance does not cover may be refused with any 4xx (4.5), as one may be for its length. Which it was
 * shows where the same is asked with plenty: who takes it there refused it for the balance.
 */
export function isInDoubt(states: States, use: Use, exchange: Exchange): boolean {
  const isRefused = exchange.response.is === 'answer' && isRefusedForItself(exchange);
  return isRefused && meteredAs(use) === 'speech' && isFormed(use) && coverIn(states, 'speech') === 'covered';
}

/** The workspace beside one of this name, in which nothing is refused for its balance. */
const nameBeside = (name: string): string => `${name}_in_plenty`;

/** Workspaces with plenty beside those of these names. */
export function makePlenty(spent: readonly { readonly name: string; readonly workspace: Workspace }[]): Make {
  const beside = ({ kind }: Workspace): Workspace => ({ kind, credits: plenty });
  return { make: Object.fromEntries(spent.map(({ name, workspace }) => [nameBeside(name), beside(workspace)])) };
}

/** The same uses, of the workspace with plenty beside the one of this name. */
export function callsInPlenty(uses: readonly Use[], known: Known, name: string): readonly Call[] {
  return uses.map((use, place) => callFor(use, callerOf(known, nameBeside(name)), known, true, place));
}

/** Of these uses, which were asked with plenty in this order, those that were taken, with the exchange that shows it. */
export function takenInPlenty(
  uses: readonly Use[],
  seen: readonly Exchange[],
  name: string,
): ReadonlyMap<Use, Exchange> {
  const answers = ofWorkspace(seen, nameBeside(name));
  return new Map(
    uses.flatMap((use, at) => {
      const answer = answers[at];
      return answer !== undefined && isTaken(answer) ? [[use, answer] as const] : [];
    }),
  );
}

/** `followForm`, where it is known which uses are taken in plenty: these are refused for their balance alone. */
export function followKnowing(taken: ReadonlyMap<Use, Exchange>): typeof followForm {
  return (states, use, exchange) => {
    const [shows, { id, response }] = [taken.get(use), exchange];
    if (shows === undefined || response.is === 'noAnswer' || !isInDoubt(states, use, exchange))
      return followForm(states, use, exchange);
    return toldBy(shows, disagreement(states, 'speech', id, response));
  };
}

function toldBy({ id }: Exchange, followed: Followed): Followed {
  if (followed.is !== 'disagrees') return followed;
  const observed = `${followed.mismatch.observed}; where there are plenty of credits it is answered (${id})`;
  return { ...followed, mismatch: { ...followed.mismatch, observed } };
}
