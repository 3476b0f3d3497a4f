import type { ProbeRunnerParts } from './probe-runner-parts.ts';

/**
 * Parts for one probe that note which workspaces are made for it. Their tokens are known to that probe alone, so that
 * once it has been sent to its end, tries again included, nobody needs them any more.
 */
export function trackLeases(parts: ProbeRunnerParts): {
  readonly parts: ProbeRunnerParts;
  readonly giveBack: () => void;
} {
  const tokens: string[] = [];
  return {
    parts: {
      ...parts,
      makeWorkspace: async (order) => {
        const outcome = await parts.makeWorkspace(order);
        if (outcome.is === 'made') tokens.push(outcome.workspace.token);
        return outcome;
      },
    },
    giveBack: () => tokens.splice(0).forEach(parts.giveBack),
  };
}
