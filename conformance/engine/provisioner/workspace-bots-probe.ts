import type { Probe } from '../../model/probe.ts';
import { listBots } from '../../model/probes/standard-probes.ts';

const name = 'list bots of workspace';

/** Asks for the bots of the workspace of this number; it has its workspace, and is part of a probe that has its room. */
export function workspaceBotsProbe(number: number): Probe {
  return { ...listBots('workspace'), needs: [], name: `${name} ${number}` };
}

/** True for the name of such a probe: a certificate need not account for it, as no check asks for it. */
export function isWorkspaceBotsProbe(probe: string): boolean {
  return new RegExp(`^${name} \\d+$`).test(probe);
}
