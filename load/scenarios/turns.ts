import type { Reply } from 'k6/x/stream';
import { plannedOperation } from '../plan/plan.ts';
import type { TraceLine } from '../plan/trace.ts';
import type { ScenarioOptions } from './options.ts';
import type { Content } from './requests.ts';

/** The user whom an iteration plays: its place in the schedule decides when it comes and what it says. */
export type User = { readonly place: number; readonly start: TraceLine };

/** What a user sends in its turn, from 0: the body of a trace begins a session. */
export function contentOf(
  { plan }: Pick<ScenarioOptions, 'plan'>,
  { place, start }: User,
  turn: number,
  sessionId: Content['sessionId'],
): Content {
  const index = place * (plan.rates.turns ?? 1) + turn;
  return {
    operation: plannedOperation(plan, start, index),
    index,
    body: turn === 0 ? start.body : undefined,
    sessionId,
  };
}

/**
 * Whether the run ends with this reply, as no credits are left. In a workspace that was made for the run there are credits
 * for all of it: each refusal is a failure.
 */
export function endsForCredits(
  reply: Pick<Reply, 'unpaid'> | null,
  { ownWorkspace }: Pick<ScenarioOptions, 'ownWorkspace'>,
): boolean {
  return reply?.unpaid === true && ownWorkspace !== true;
}
