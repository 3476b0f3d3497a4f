import type { FoundBot, KnownBot } from '../../model/known-bot.ts';

/** A bot for a fresh workspace whose provisioner names none. */
export type WorkspaceBots = (token: string, turn: number) => Promise<FoundBot>;

/**
 * Whether bots belong to workspaces is not shown (4.1). The first workspace is asked for its list: where the run's own
 * bot stands in it, or nothing does, the bots are taken to be shared; else each workspace is asked for one of its own.
 */
export function workspaceBots(
  common: () => Promise<FoundBot>,
  botsListedFor: (token: string, turn: number) => Promise<readonly KnownBot[]>,
): WorkspaceBots {
  let areShared: Promise<boolean> | undefined;
  const areSharedWith = async (token: string, turn: number): Promise<boolean> => {
    const [found, bots] = await Promise.all([common(), botsListedFor(token, turn)]);
    return bots.length === 0 || ('bot' in found && bots.some(({ bot }) => bot === found.bot));
  };
  return async (token, turn) => {
    areShared ??= areSharedWith(token, turn);
    if (await areShared) return common();
    const [first] = await botsListedFor(token, turn);
    return first ?? common();
  };
}
