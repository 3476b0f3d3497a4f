import { expect, it } from 'vitest';
import { listBots } from '../../model/probes/standard-probes.ts';
import { isWorkspaceBotsProbe, workspaceBotsProbe } from './workspace-bots-probe.ts';

it('the probes that ask for the bots of a workspace are known by their names, each by its own', () => {
  const names = [1, 2, 10].map((number) => workspaceBotsProbe(number).name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !isWorkspaceBotsProbe(name))).toEqual([]);
  const [name = ''] = names;
  const others = [listBots('workspace').name, listBots('token').name, `whether ${name}`, `${name} anew 1`];
  expect(others.filter(isWorkspaceBotsProbe)).toEqual([]);
});
