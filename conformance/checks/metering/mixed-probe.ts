import { nameOfProbe } from '../../model/calls.ts';
import { isAccepted } from '../../model/exchange.ts';
import type { Call, Cost, StepInputs, WorkspaceRequest, Probe, Step } from '../../model/probe.ts';
import { sequencesIn, useOfRequest } from './mixed-agreement.ts';
import { nextMoves, type MixedUses } from './mixed.ts';
import { callAfter } from './spending/script.ts';
import { speechRefusedWith429 } from './spending/steady-refusal.ts';
import { costOfUses } from './spending/uses.ts';

/** Most exchanges in a row, with those of shrinking; each sequence ends by spending what is left. */
const mostMoves = 60;

/**
 * Most answered uses, even with a service that charges nothing; shrinking ends when they are reached. A correct service
 * answers no more uses than its balances cover: twice 7 credits.
 */
export const costOfMixed: Cost = { chats: 30, speeches: 6 };
/** The same beside the scripts of an enterprise kind, with less room for shrinking. */
export const costOfMixedBeside: Cost = { chats: 14, speeches: 4 };

/** Makes the workspaces of the sequences that are about to begin. */
export function workspacesFor(mixed: MixedUses, known: StepInputs): WorkspaceRequest {
  const fresh = nextMoves(mixed, known).filter(({ workspace }) => known.bots[workspace] === undefined);
  return { make: Object.fromEntries(fresh.map(({ workspace }) => [workspace, mixed.workspace])) };
}

/** The next requests, as far as the cost of the probe allows. */
export function callsFor(mixed: MixedUses, known: StepInputs, atMost: Cost): readonly Call[] {
  const moves = nextMoves(mixed, known);
  const answered = sequencesIn(known.seen).flat().filter(isAccepted);
  const { chats, speeches } = costOfUses([...answered.map(useOfRequest), ...moves.map(({ use }) => use)]);
  if (chats > atMost.chats || speeches > atMost.speeches) return [];
  return moves.map(({ workspace, use, states }) => callAfter({ is: 'agrees', states }, use, known, workspace));
}

/** Generated sequences of uses on new workspaces, and shorter ones as long as one disagrees with the ledger. */
export function mixedUses(mixed: MixedUses): Probe {
  const move: readonly Step[] = [
    (known) => workspacesFor(mixed, known),
    (known) => callsFor(mixed, known, costOfMixed),
  ];
  return {
    name: nameOfProbe('mixed uses', mixed.workspace),
    needs: ['provisioner'],
    again: { is: 'anew' },
    costs: costOfMixed,
    steps: Array.from({ length: mostMoves }, () => move).flat(),
    refusals: { is: 'proven', by: speechRefusedWith429 },
  };
}
