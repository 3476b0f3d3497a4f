import { creditPrices } from '../../../contract/limits.ts';
import type { Judgement } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import type { Call, StepInputs, WorkspaceRequest, Workspace } from '../../../model/probe.ts';
import { disagreement, type LedgerOutcome } from './follow.ts';
import { applyFormedUse, hasUnusualForm, isRefusedForRequest } from './follow-forms.ts';
import { plentyOfCredits } from './rich-member.ts';
import { coverageIn, type States } from './states.ts';
import { callFor, workspaceCaller, meteredAs, exchangesOfWorkspace, type Use } from './uses.ts';

/** A refusal whose status does not show whether it is for the request or for the balance. */
export type AmbiguousRefusal = { readonly use: Use; readonly refused: Exchange };

/**
 * The answers that settle the doubt: a success with plenty of credits, and a further refusal where the balance just
 * covers the use.
 */
export type ResolvedRefusal = { readonly inPlenty: Exchange; readonly again: Exchange };

/**
 * A speech that its balance does not cover may be refused with any 4xx (4.5), and so may a speech for its length. The
 * same request with plenty of credits tells them apart: a service that serves it there, and refuses it again in a new
 * workspace that just covers it, refuses it for the balance.
 */
export function isAmbiguousRefusal(states: States, use: Use, exchange: Exchange): boolean {
  const isRefused = exchange.response.is === 'answer' && isRefusedForRequest(exchange, use);
  return isRefused && meteredAs(use) === 'speech' && hasUnusualForm(use) && coverageIn(states, 'speech') === 'covered';
}

const much = 100;

/** The same workspace with these credits and this number of included or allowed speeches. */
function holding(workspace: Workspace, credits: number, speeches: number): Workspace {
  const { includedTts, memberTtsLimit } = workspace;
  return {
    ...workspace,
    credits,
    ...(includedTts === undefined ? {} : { includedTts: speeches }),
    ...(memberTtsLimit === undefined ? {} : { memberTtsLimit: speeches }),
  };
}

/** Prices in enterprise workspaces are unknown, so that a workspace that pays in credits keeps all of them there. */
function justEnough(workspace: Workspace): Workspace {
  const { kind, credits = 0 } = workspace;
  return holding(workspace, kind === 'credit-balance' ? Math.min(credits, creditPrices.speech) : credits, 1);
}

/**
 * The two workspaces in their order: the later one, made with the one that is served, has had as much time to become
 * known.
 */
export const retryBalances = ['plenty', 'enough'] as const;

const nameOf = (name: string, of: (typeof retryBalances)[number], place: number): string => `${name}_in_${of}_${place}`;

/** Two new workspaces for each doubt about the workspace with this name. Without them the doubt remains. */
export function retryWorkspaces(
  name: string,
  workspace: Workspace,
  doubts: readonly AmbiguousRefusal[],
): WorkspaceRequest['make'] {
  return Object.fromEntries(
    doubts.flatMap((_, place) => [
      [nameOf(name, 'plenty', place), holding(workspace, plentyOfCredits, much)] as const,
      [nameOf(name, 'enough', place), justEnough(workspace)] as const,
    ]),
  );
}

/** The same request, byte for byte, in one of the two workspaces. */
export function retryCalls(
  name: string,
  known: StepInputs,
  doubts: readonly AmbiguousRefusal[],
  of: (typeof retryBalances)[number],
): readonly Call[] {
  return doubts.flatMap(({ use, refused: { request } }, place) => {
    const workspace = nameOf(name, of, place);
    if (known.bots[workspace] === undefined) return [];
    return [{ ...callFor(use, workspaceCaller(known, workspace), known, true), body: request.body }];
  });
}

/** The settled doubts, by the id of the refused exchange. */
export function resolvedRefusalsIn(
  name: string,
  seen: readonly Exchange[],
  doubts: readonly AmbiguousRefusal[],
): ReadonlyMap<string, ResolvedRefusal> {
  return new Map(
    doubts.flatMap(({ refused: { id } }, place) => {
      const [inPlenty] = exchangesOfWorkspace(seen, nameOf(name, 'plenty', place));
      const [again] = exchangesOfWorkspace(seen, nameOf(name, 'enough', place));
      if (inPlenty === undefined || again === undefined) return [];
      return isAccepted(inPlenty) && isRefusedForRequest(again, 'speech') ? [[id, { inPlenty, again }] as const] : [];
    }),
  );
}

/**
 * Inconclusive where no workspace with plenty of credits could be made: the refusal says nothing, and hides the cost of
 * the other uses.
 */
export function judgeUnresolved(
  name: string,
  seen: readonly Exchange[],
  doubts: readonly AmbiguousRefusal[],
): Judgement {
  const open = doubts.filter((_, place) => exchangesOfWorkspace(seen, nameOf(name, 'plenty', place)).length === 0);
  if (open.length === 0) return [];
  const uses = [...new Set(open.map(({ use }) => use))].join(', ');
  const because = `refused, for its balance or for itself, as no workspace with plenty could be made to tell: ${uses}`;
  return { inconclusive: because, isUnspecified: true };
}

/** `applyFormedUse`, with the refusals that are known to be for the balance alone. */
export function applyUseWithResolved(settled: ReadonlyMap<string, ResolvedRefusal>): typeof applyFormedUse {
  return (states, use, exchange) => {
    const [by, { response }] = [settled.get(exchange.id), exchange];
    if (by === undefined || response.is === 'noAnswer' || !isAmbiguousRefusal(states, use, exchange))
      return applyFormedUse(states, use, exchange);
    return toldBy(by, disagreement(states, 'speech', exchange, response));
  };
}

function toldBy({ inPlenty, again }: ResolvedRefusal, followed: LedgerOutcome): LedgerOutcome {
  if (followed.is !== 'disagrees') return followed;
  const observed = `${followed.mismatch.observed}; asked again, it is refused where it is just covered (${again.id}) and answered where there is plenty (${inPlenty.id})`;
  return { ...followed, mismatch: { ...followed.mismatch, observed, restsOn: [inPlenty.id, again.id] } };
}
