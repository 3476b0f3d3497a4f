import type { Reply } from 'k6/x/stream';
import { plannedOperation } from '../plan/plan.ts';
import type { TraceLine } from '../plan/trace.ts';
import type { ScenarioOptions } from './options.ts';
import type { RequestContent } from './requests.ts';

/** The user of an iteration: the place in the schedule determines when the user comes and what the user says. */
export type User = { readonly place: number; readonly start: TraceLine };

/** The contents of a user's turn, from 0. The body of a trace begins a session. */
export function contentOf(
  { plan }: Pick<ScenarioOptions, 'plan'>,
  { place, start }: User,
  turn: number,
  sessionId: RequestContent['sessionId'],
): RequestContent {
  const index = place * (plan.rates.turns ?? 1) + turn;
  return {
    operation: plannedOperation(plan, start, index),
    index,
    body: turn === 0 ? start.body : undefined,
    sessionId,
  };
}

/**
 * Whether the run ends with this reply because no credits are left. A workspace that was made for the run has credits
 * for all of it, so there each refusal is a failure.
 */
export function endsForCredits(
  reply: Pick<Reply, 'unpaid'> | null,
  { ownWorkspace }: Pick<ScenarioOptions, 'ownWorkspace'>,
): boolean {
  return reply?.unpaid === true && ownWorkspace !== true;
}
