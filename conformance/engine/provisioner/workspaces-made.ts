import { placeholders, workspacePlaceholder, type Known, type Probe, type Workspace } from '../../model/probe.ts';

/**
 * The workspaces that a probe has made for it, by what stands for their tokens: for whoever sends one of its calls again.
 * Those that depend on what was answered before are not among them.
 */
export function workspacesMadeFor({ workspace, steps }: Probe): ReadonlyMap<string, Workspace> {
  const made = new Map<string, Workspace>(workspace === undefined ? [] : [[placeholders.workspace, workspace]]);
  const nothing: Known = { bot: '', bots: {}, credentials: ['token', 'provisioner'], seen: [], nonce: () => '' };
  for (const step of steps) {
    const said = step(nothing);
    if ('stop' in said) break;
    if (!('make' in said)) continue;
    for (const [name, each] of Object.entries(said.make)) made.set(workspacePlaceholder(name), each);
  }
  return made;
}
