import { expect, it } from 'vitest';
import { answered } from '../../../../expectations/sample-exchange.testing.ts';
import type { Workspace } from '../../../../model/probe.ts';
import { failure } from '../../causes.testing.ts';
import type { Accounts } from './accounts.ts';
import { simplestFailure } from './plain-charges.ts';

const workspaces: Readonly<Record<string, Workspace>> = {
  plan: { kind: 'enterprise-pooled', includedRequests: 5, credits: 5 },
  credits: { kind: 'credit-balance', credits: 2 },
};
const streamOf = (name: string) => answered({ id: `${name}#1`, operation: 'stream' });
const accounts: Accounts = {
  all: [],
  of: (id) => {
    const [name = ''] = id.split('#');
    const workspace = workspaces[name];
    return workspace === undefined ? undefined : { workspace, asked: [streamOf(name)] };
  },
};
const [plan, credits] = ['plan', 'credits'].map((name) => {
  const row = { use: 'stream', exchange: `${name}#1`, balance: '2', price: '1', expected: 'covered', observed: '402' };
  return failure(`metering.of-${name}/x`, { ledger: [{ ...row, parts: true }] });
});

it('what credits pay shows best where no plan includes any, and what a plan covers where it includes some', () => {
  const group = [plan, credits].flatMap((each) => each ?? []);
  expect(simplestFailure(group, { operations: ['stream'] }, accounts)).toBe(credits);
  expect(simplestFailure(group, { operations: ['stream'], ofPlan: true }, accounts)).toBe(plan);
});
