import type { Step, Call, StepInputs, Workspace } from '../model/probe.ts';
import { type Exchange, isSuccessStatus } from '../model/exchange.ts';
import { parallelSteps, exchangesByInput, callOfRequest } from './calls.ts';
import type { Input, Request } from './inputs/request.ts';
import { newestSessionId } from '../expectations/bodies/carries-session-id.ts';
import { coverageIn } from '../checks/metering/spending/states.ts';
import { workspaceCaller, exchangesOfWorkspace } from '../checks/metering/spending/uses.ts';
import { applyDrawnUses, plainChat } from './charges.ts';
import { costOfDrawn, drawnWorkspaceName } from './inputs/drawn-workspace.ts';
import { costOfMetered, maxUses } from './inputs/metered-uses.ts';

/** Steps that send inputs of one property in parallel. */
export function stepsFor(inputs: readonly Input[]): readonly Step[] {
  return isMetered(inputs) ? meteredStepsOf(inputs) : parallelSteps(inputs);
}

/** The exchanges of each input, and their number, of exchanges that begin with theirs. */
export function exchangesOf(
  inputs: readonly Input[],
  seen: readonly Exchange[],
): { readonly own: readonly (readonly Exchange[])[]; readonly taken: number } {
  if (!isMetered(inputs)) return exchangesByInput(inputs, seen);
  const own = meteredTurnsOf(inputs, seen);
  return { own, taken: own.flat().length };
}

function isMetered(inputs: readonly Input[]): boolean {
  return inputs.some(([first]) => first?.workspace !== undefined);
}

/** The most steps of a metered case: making the workspace, its uses, and chats until the balance is spent. */
export const mostMeteredSteps = 1 + maxUses + costOfMetered.chats;

/**
 * Steps that send several inputs in parallel, each in its own workspace, until it contradicts the ledger or its
 * balance is spent.
 */
function meteredStepsOf(inputs: readonly Input[]): readonly Step[] {
  const all = inputs.map((input, at) => {
    const workspace = workspaceOf(input);
    return { input, workspace, name: drawnWorkspaceName(workspace, at + 1) };
  });
  const longest = Math.max(0, ...all.map(({ input, workspace }) => input.length + costOfDrawn(workspace).chats));
  const make: Step = () => ({ make: Object.fromEntries(all.map(({ name, workspace }) => [name, workspace])) });
  const next: Step = (known) => all.flatMap(({ input, name }) => callsFor(input, name, known));
  return [make, ...Array.from({ length: longest }, () => next)];
}

/** The exchanges of each input, found by its workspace. */
function meteredTurnsOf(inputs: readonly Input[], seen: readonly Exchange[]): readonly (readonly Exchange[])[] {
  return inputs.map((input, at) => exchangesOfWorkspace(seen, drawnWorkspaceName(workspaceOf(input), at + 1)));
}

function workspaceOf(input: Input): Workspace {
  return input[0]?.workspace ?? { kind: 'credit-balance' };
}

/**
 * The next call of an input: its own requests, then chats until the balance is spent, so that every wrong charge
 * shows in the end.
 */
function callsFor(input: Input, name: string, known: StepInputs): readonly Call[] {
  const own = exchangesOfWorkspace(known.seen, name);
  const followed = applyDrawnUses(name, own);
  if (followed.is !== 'agrees') return [];
  const last = own.length > input.length ? own.at(-1)?.response : undefined;
  if (last?.is === 'answer' && !isSuccessStatus(last.status)) return [];
  const request: Request = input[own.length] ?? plainChat(known.nonce(`${name} ${own.length}`));
  const as = request.operation === 'speech' ? 'speech' : 'chat';
  const { authorization, bot } = workspaceCaller(known, name);
  return [
    callOfRequest(request, bot, newestSessionId(own), {
      as: 'workspace',
      authorization,
      judges: { status402: true, steadyRefusal: as === 'speech', unkept: as === 'speech' },
      // A request that may be charged is sent once; others may be retried.
      ...(request.deviation === undefined && coverageIn(followed.states, as) !== 'uncovered' ? { charge: 'once' } : {}),
    }),
  ];
}
