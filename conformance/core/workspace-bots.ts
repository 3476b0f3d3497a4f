import type { FoundBot } from './prober.ts';

/** A bot for a fresh workspace whose provisioner names none. */
export type WorkspaceBots = (token: string, turn: number) => Promise<FoundBot>;

/**
 * Whether bots belong to workspaces is not shown (4.1). The first workspace is asked for its list: where the run's own
 * bot stands in it, or nothing does, the bots are taken to be shared; else each workspace is asked for one of its own.
 */
export function workspaceBots(
  common: () => Promise<FoundBot>,
  idsListedFor: (token: string, turn: number) => Promise<readonly string[]>,
): WorkspaceBots {
  let areShared: Promise<boolean> | undefined;
  const areSharedWith = async (token: string, turn: number): Promise<boolean> => {
    const [found, ids] = await Promise.all([common(), idsListedFor(token, turn)]);
    return ids.length === 0 || ('bot' in found && ids.includes(found.bot));
  };
  return async (token, turn) => {
    areShared ??= areSharedWith(token, turn);
    if (await areShared) return common();
    const [bot] = await idsListedFor(token, turn);
    return bot === undefined ? common() : { bot };
  };
}
