import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../every.ts';
import { chatCall } from '../../model/calls.ts';
import { placeholders, type Probe, type Workspace } from '../../model/probe.ts';
import { workspacesMadeFor } from './workspaces-made.ts';

const one: Workspace = { kind: 'credit-balance', credits: 1 };
const probe: Probe = { name: 'p', needs: ['provisioner'], costs: { chats: 0, speeches: 0 }, steps: [] };

describe('the workspaces that are made for a probe', () => {
  it('are known by what stands for their tokens', () => {
    const steps: Probe['steps'] = [
      () => ({ make: { rich: one } }),
      ({ bots }) => [chatCall('chat', bots['rich'] ?? '', {})],
      () => ({ make: { poor: { kind: 'credit-balance' } } }),
      ({ seen }) => (seen.length === 0 ? { stop: 'nothing came' } : []),
      () => ({ make: { late: one } }),
    ];
    expect([...workspacesMadeFor({ ...probe, workspace: one, steps })]).toEqual([
      [placeholders.workspace, one],
      ['${WORKSPACE_TOKEN_rich}', one],
      ['${WORKSPACE_TOKEN_poor}', { kind: 'credit-balance' }],
    ]);
  });
  it('are those of every probe that there is, which none needs an answer for', () => {
    const makers = everyCheck.map((check) => check.probe).filter(({ needs }) => needs.includes('provisioner'));
    expect(makers.filter((each) => workspacesMadeFor(each).size === 0).map(({ name }) => name)).toEqual([]);
  });
});
