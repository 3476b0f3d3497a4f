import { creditPrices } from '../../../contract/limits.ts';
import type { Judgement } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import type { Call, Known, Make, Workspace } from '../../../model/probe.ts';
import { disagreement, type Followed } from './follow.ts';
import { followForm, isFormed, isRefusedForItself } from './follow-forms.ts';
import { plenty } from './rich-member.ts';
import { coverIn, type States } from './states.ts';
import { callFor, callerOf, meteredAs, ofWorkspace, type Use } from './uses.ts';

/** A refusal of which the status does not tell whether it is for what was asked, or for the balance. */
export type Doubt = { readonly use: Use; readonly refused: Exchange };

/** What settles it: refused once more where it is just covered, and taken where there is plenty. */
export type Settled = { readonly inPlenty: Exchange; readonly again: Exchange };

/**
 * A speech that its balance does not cover may be refused with any 4xx (4.5), as one may be for its length. Which it was
 * shows where the very same is asked with plenty: who takes it there, and refuses it once more in a fresh workspace that
 * covers it and no more, does so for the balance.
 */
export function isInDoubt(states: States, use: Use, exchange: Exchange): boolean {
  const isRefused = exchange.response.is === 'answer' && isRefusedForItself(exchange, use);
  return isRefused && meteredAs(use) === 'speech' && isFormed(use) && coverIn(states, 'speech') === 'covered';
}

const much = 100;

/** The same workspace, with so much of all that may cover or limit its speeches. */
function holding(workspace: Workspace, credits: number, speeches: number): Workspace {
  const { includedTts, memberTtsLimit } = workspace;
  return {
    ...workspace,
    credits,
    ...(includedTts === undefined ? {} : { includedTts: speeches }),
    ...(memberTtsLimit === undefined ? {} : { memberTtsLimit: speeches }),
  };
}

/** Enterprise workspaces have prices that nobody knows: what pays in credits there keeps all that it has. */
function justEnough(workspace: Workspace): Workspace {
  const { kind, credits = 0 } = workspace;
  return holding(workspace, kind === 'credit-balance' ? Math.min(credits, creditPrices.speech) : credits, 1);
}

/** The two workspaces in their order: who was made with the one that is let in has had as much time to be known. */
export const beside = ['plenty', 'enough'] as const;

const nameOf = (name: string, of: (typeof beside)[number], place: number): string => `${name}_in_${of}_${place}`;

/** Two fresh workspaces for each doubt about the one of this name. Where they cannot be had, it stays a doubt. */
export function workspacesBeside(name: string, workspace: Workspace, doubts: readonly Doubt[]): Make['make'] {
  return Object.fromEntries(
    doubts.flatMap((_, place) => [
      [nameOf(name, 'plenty', place), holding(workspace, plenty, much)] as const,
      [nameOf(name, 'enough', place), justEnough(workspace)] as const,
    ]),
  );
}

/** What was refused, to the letter, of one of both workspaces. */
export function callsBeside(
  name: string,
  known: Known,
  doubts: readonly Doubt[],
  of: (typeof beside)[number],
): readonly Call[] {
  return doubts.flatMap(({ use, refused: { request } }, place) => {
    const workspace = nameOf(name, of, place);
    if (known.bots[workspace] === undefined) return [];
    return [{ ...callFor(use, callerOf(known, workspace), known, true), body: request.body }];
  });
}

/** By the id of what was refused; only what is settled. */
export function settledIn(
  name: string,
  seen: readonly Exchange[],
  doubts: readonly Doubt[],
): ReadonlyMap<string, Settled> {
  return new Map(
    doubts.flatMap(({ refused: { id } }, place) => {
      const [inPlenty] = ofWorkspace(seen, nameOf(name, 'plenty', place));
      const [again] = ofWorkspace(seen, nameOf(name, 'enough', place));
      if (inPlenty === undefined || again === undefined) return [];
      return isTaken(inPlenty) && isRefusedForItself(again, 'speech') ? [[id, { inPlenty, again }] as const] : [];
    }),
  );
}

/** Where no workspace with plenty could be made, what was refused says nothing, and hides what the others cost. */
export function neverAsked(name: string, seen: readonly Exchange[], doubts: readonly Doubt[]): Judgement {
  const open = doubts.filter((_, place) => ofWorkspace(seen, nameOf(name, 'plenty', place)).length === 0);
  if (open.length === 0) return [];
  const uses = [...new Set(open.map(({ use }) => use))].join(', ');
  const because = `refused, for its balance or for itself, as no workspace with plenty could be made to tell: ${uses}`;
  return { inconclusive: because, isUnspecified: true };
}

/** `followForm`, where it is known of some refusals that they are for the balance alone. */
export function followKnowing(settled: ReadonlyMap<string, Settled>): typeof followForm {
  return (states, use, exchange) => {
    const [by, { response }] = [settled.get(exchange.id), exchange];
    if (by === undefined || response.is === 'noAnswer' || !isInDoubt(states, use, exchange))
      return followForm(states, use, exchange);
    return toldBy(by, disagreement(states, 'speech', exchange, response));
  };
}

function toldBy({ inPlenty, again }: Settled, followed: Followed): Followed {
  if (followed.is !== 'disagrees') return followed;
  const observed = `${followed.mismatch.observed}; asked again, it is refused where it is just covered (${again.id}) and answered where there is plenty (${inPlenty.id})`;
  return { ...followed, mismatch: { ...followed.mismatch, observed, restsOn: [inPlenty.id, again.id] } };
}
