import { chatCall, nameOf, speechCall, voicesCall, type CallChange } from '../core/calls.ts';
import { leastMessage } from '../chat/probes.ts';
import { spokenText } from '../speech/probes.ts';
import { addCosts, noCost } from '../core/budget.ts';
import type { Call, Cost, Probe, Step, Workspace } from '../core/probe.ts';

/** One use of a metered workspace, or something that must not count as one. */
export type Use = 'chat' | 'stream' | 'speech' | 'bad chat' | 'voices';

const change: CallChange = { as: 'workspace', judges402: true };

const callOf: Readonly<Record<Use, (bot: string) => Call>> = {
  chat: (bot) => chatCall('chat', bot, leastMessage, change),
  stream: (bot) => chatCall('stream', bot, leastMessage, change),
  speech: () => speechCall({ text: spokenText, voice: 'alloy' }, change),
  'bad chat': (bot) => chatCall('chat', bot, {}, change),
  voices: () => voicesCall(change),
};

/** These uses of a fresh workspace, one after the other. */
export function usesOf(workspace: Workspace, ...uses: readonly Use[]): Probe {
  return metered(
    nameOf('workspace', workspace, uses),
    workspace,
    uses,
    uses.map((use) => ({ bot }) => [callOf[use](bot)]),
  );
}

/** One use of a fresh workspace many times at once. */
export function atOnce(workspace: Workspace, use: Use, times: number): Probe {
  const uses = Array.from({ length: times }, () => use);
  return metered(nameOf(`workspace at once ${times}`, workspace, use), workspace, uses, [
    ({ bot }) => uses.map((each) => callOf[each](bot)),
  ]);
}

function metered(name: string, workspace: Workspace, uses: readonly Use[], steps: readonly Step[]): Probe {
  return { name, needs: ['provisioner', 'bot'], costs: uses.map(costOf).reduce(addCosts, noCost), workspace, steps };
}

function costOf(use: Use): Cost {
  if (use === 'voices') return { chats: 0, speeches: 0 };
  return use === 'speech' ? { chats: 0, speeches: 1 } : { chats: 1, speeches: 0 };
}
