import type { Expectation, Mismatch, Seen } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { callerOf, isGiven, isMade } from './caller.ts';
import { callersOf, sessionAsked, toldIn, wordsIn, type ToldInRun } from './told-in-run.ts';

/** A word in an answer to a caller who never told it. */
type Leak = { readonly word: string; readonly in: Exchange; readonly by: Exchange };

/**
 * No answer says a word that only others told in this run (1, 5), whatever it was sent for, and if it is a refusal. An
 * answer in a session that its caller was not given is judged by the check that sent it, and one to a caller that is not
 * plain by none.
 */
export const saysNothingOfOthers: Expectation = Object.assign(
  ([exchange]: Seen, run: Seen = []) => {
    const leaks = leaksIn(run);
    // Two given tokens may be of one workspace: then workspaces that were made hear nothing, though these do.
    const seemOne = leaks.length > 0 && leaks.every(amongGiven);
    if (seemOne && run.some((each) => isMade(callerOf(each)))) return { unjudged: oneWorkspace(leaks[0]) };
    return leaks.filter((leak) => leak.in === exchange).map((leak) => mismatchOf(leak, seemOne));
  },
  { ofPart: 'always' } as const,
);

const known = new WeakMap<Seen, { readonly length: number; readonly leaks: readonly Leak[] }>();

/** Read once for all the answers that are judged by it: a record only grows. */
function leaksIn(run: Seen): readonly Leak[] {
  const before = known.get(run);
  if (before?.length === run.length) return before.leaks;
  const told = toldIn(run);
  const leaks = run.flatMap((exchange) => leaksTo(exchange, told));
  known.set(run, { length: run.length, leaks });
  return leaks;
}

function leaksTo(exchange: Exchange, told: ToldInRun): readonly Leak[] {
  const caller = callerOf(exchange);
  if (caller === undefined || exchange.response.is !== 'answer' || !isInOwnSession(exchange, told)) return [];
  return wordsIn(exchange).flatMap((word) => {
    const by = told.words.get(word) ?? [];
    const callers = callersOf(by);
    const [first] = by;
    if (first === undefined || callers.has(caller) || callers.has(undefined)) return [];
    return [{ word, in: exchange, by: first }];
  });
}

/** It begins a session, or goes on with one that nobody but its caller was given. */
function isInOwnSession(exchange: Exchange, { ids }: ToldInRun): boolean {
  const asked = sessionAsked(exchange);
  if (asked === undefined) return true;
  const callers = callersOf(ids.get(asked) ?? []);
  return callers.size === 1 && callers.has(callerOf(exchange));
}

function amongGiven({ in: said, by }: Leak): boolean {
  return [said, by].every((exchange) => isGiven(callerOf(exchange)));
}

function mismatchOf({ word, in: said, by }: Leak, seemOne: boolean): Mismatch {
  return {
    aspect: 'isolation',
    expected: 'only what its caller told',
    observed: `${said.id} says ${word}, told by another workspace in ${by.id}${seemOne ? ' (two tokens of one workspace would look alike)' : ''}`,
  };
}

function oneWorkspace(leak: Leak | undefined): string {
  return `${leak?.in.id ?? ''} says a word of ${leak?.by.id ?? ''}, and workspaces of the provisioner are told nothing: both tokens seem to be of one workspace; give --other-token of another`;
}
