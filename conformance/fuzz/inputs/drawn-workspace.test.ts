import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Workspace } from '../../model/probe.ts';
import { costOfDrawn, drawnWorkspaceName, drawnWorkspace } from './drawn-workspace.ts';

const amount = fc.nat({ max: 20 });
const workspaces: fc.Arbitrary<Workspace> = fc.oneof(
  fc.record({ kind: fc.constant('credit-balance' as const), credits: amount }),
  fc.record({ kind: fc.constant('enterprise-pooled' as const), includedRequests: amount, includedTts: amount }),
);

it('is read back from its name', () => {
  fc.assert(
    fc.property(workspaces, amount, (workspace, at) => {
      const name = drawnWorkspaceName(workspace, at);
      expect(drawnWorkspace(name)).toEqual(workspace);
      expect(name).toMatch(/^\w+$/);
    }),
  );
});

it('is not read from another name', () => {
  expect(['mixed_ccs', 'funded_1', 'drawn_1', ''].map(drawnWorkspace)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('covers what it can, and is asked for one more', () => {
  expect(costOfDrawn({ kind: 'credit-balance', credits: 7 })).toEqual({ chats: 8, speeches: 3 });
  expect(costOfDrawn({ kind: 'enterprise-pooled', includedRequests: 2, includedTts: 1 })).toEqual({
    chats: 3,
    speeches: 2,
  });
});
