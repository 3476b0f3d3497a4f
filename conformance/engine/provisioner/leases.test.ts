import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { provision } from './provision.ts';
import { giveBack } from './give-back.ts';
import { createLeases, type Leases } from './leases.ts';
import { startProvisioner, type LeasingProvisioner } from './takes-back.testing.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const workspace = { kind: 'credit-balance', credits: 1 } as const;
const never = new AbortController().signal;

type Given = { readonly signal?: AbortSignal; readonly own?: readonly string[]; readonly timeoutMs?: number };

function leasesOf({ url }: Pick<LeasingProvisioner, 'url'>, { signal = never, own = [], ...limits }: Given = {}) {
  const told: string[] = [];
  const asked: string[] = [];
  const leases = createLeases({
    make: (order, until) => provision(url, order, until),
    giveBack: (token, until) => {
      asked.push(token);
      return giveBack(url, token, until, limits);
    },
    own,
    memory: { made: (token) => told.push(`made ${token}`), taken: (token) => told.push(`taken ${token}`) },
    signal,
  });
  return { leases, told, asked };
}

async function leased(leases: Leases): Promise<string> {
  const outcome = await leases.lease(workspace);
  if (outcome.is === 'failed') throw new Error(outcome.because);
  return outcome.workspace.token;
}

describe('workspaces of a provisioner that says it deletes', () => {
  it('are given back when they are done with, and the others at the end', async () => {
    const provisioner = await startProvisioner(service.provisioner);
    const { leases, told } = leasesOf(provisioner);
    const [first, second] = [await leased(leases), await leased(leases)];
    leases.giveBack(first);
    expect(await leases.settle()).toEqual({ total: 2, left: 0 });
    expect(provisioner.deleted.toSorted()).toEqual([first, second].toSorted());
    const all = [`made ${first}`, `made ${second}`, `taken ${first}`, `taken ${second}`];
    expect(told.toSorted()).toEqual(all.toSorted());
    expect(service.ledgers.all().filter(({ isClosed }) => isClosed)).toHaveLength(2);
    await provisioner.close();
  });
  it('are asked for back a few at a time', async () => {
    const provisioner = await startProvisioner(service.provisioner);
    const { leases } = leasesOf(provisioner);
    await Promise.all(Array.from({ length: 20 }, () => leased(leases)));
    expect(await leases.settle()).toEqual({ total: 20, left: 0 });
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect(provisioner.maxConcurrent()).toBeLessThanOrEqual(4);
    await provisioner.close();
  });
  it('are kept until the last who has the token is done with it', async () => {
    const provisioner = await startProvisioner(service.provisioner, {
      answering: () => ({ token: 'the-same-for-all', deletes: true }),
    });
    const { leases, asked } = leasesOf(provisioner);
    const token = await leased(leases);
    await leased(leases);
    leases.giveBack(token);
    expect(asked).toEqual([]);
    leases.giveBack(token);
    expect(asked).toEqual([token]);
    expect(await leases.settle()).toEqual({ total: 1, left: 0 });
    expect(provisioner.deleted).toEqual([token]);
    await provisioner.close();
  });
  it('are never those of the tokens that the run was given', async () => {
    const provisioner = await startProvisioner(service.provisioner, {
      answering: () => ({ token: service.token, deletes: true }),
    });
    const { leases } = leasesOf(provisioner, { own: [service.token] });
    leases.giveBack(await leased(leases));
    expect(await leases.settle()).toEqual({ total: 0, left: 0 });
    expect(provisioner.deleted).toEqual([]);
    await provisioner.close();
  });
});

describe('a provisioner that does not say it deletes', () => {
  it.each([{}, { deletes: false }, { deletes: 'true' }])('gets nothing new: %j', async (says) => {
    const provisioner = await startProvisioner(service.provisioner, {
      answering: ({ token, botId }) => ({ token, botId, ...says }),
    });
    const { leases, told } = leasesOf(provisioner);
    leases.giveBack(await leased(leases));
    await leased(leases);
    expect(await leases.settle()).toEqual({ total: 0, left: 0 });
    expect([provisioner.deleted, told]).toEqual([[], []]);
    await provisioner.close();
  });
  it('need not say it again, once it did', async () => {
    const provisioner = await startProvisioner(service.provisioner, {
      answering: ({ token }) => ({ token, ...(provisioner.created.length === 1 ? { deletes: true } : {}) }),
    });
    const { leases } = leasesOf(provisioner);
    await leased(leases);
    await leased(leases);
    expect(await leases.settle()).toEqual({ total: 2, left: 0 });
    await provisioner.close();
  });
});

describe('a provisioner whose first answers cross', () => {
  it('is given back those too that came before it was said', async () => {
    const provisioner = await startProvisioner(service.provisioner, {
      answering: ({ token }) => ({ token, ...(provisioner.created.length === 3 ? { deletes: true } : {}) }),
    });
    const { leases, asked } = leasesOf(provisioner);
    leases.giveBack(await leased(leases));
    await leased(leases);
    expect(asked).toEqual([]);
    await leased(leases);
    expect(await leases.settle()).toEqual({ total: 3, left: 0 });
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    await provisioner.close();
  });
});

describe('a provisioner that says it deletes, and does not', () => {
  it('is told of with the number left, and asked no more than a few times', async () => {
    const provisioner = await startProvisioner(service.provisioner, {
      onDelete: (response) => response.writeHead(500).end('no database'),
    });
    const { leases } = leasesOf(provisioner);
    for (let each = 0; each < 30; each += 1) leases.giveBack(await leased(leases));
    expect(await leases.settle()).toEqual({ total: 30, left: 30, because: 'status 500 no database' });
    expect(provisioner.deleted.length).toBeLessThan(16);
    await provisioner.close();
  });
  it('is not waited for at each, where it hangs', async () => {
    const provisioner = await startProvisioner(service.provisioner, { onDelete: () => undefined });
    const { leases } = leasesOf(provisioner, { timeoutMs: 300 });
    for (let each = 0; each < 30; each += 1) leases.giveBack(await leased(leases));
    expect(await leases.settle()).toEqual({ total: 30, left: 30, because: 'no answer in time' });
    expect(provisioner.deleted.length).toBeLessThan(16);
    await provisioner.close();
  });
  it('is asked once more at the end for what it refused before', async () => {
    let refusals = 2;
    const provisioner = await startProvisioner(service.provisioner, {
      onDelete: async (response, take) => {
        refusals -= 1;
        if (refusals < 0) await take();
        response.writeHead(refusals < 0 ? 200 : 503).end();
      },
    });
    const { leases } = leasesOf(provisioner);
    for (let each = 0; each < 8; each += 1) leases.giveBack(await leased(leases));
    expect(await leases.settle()).toEqual({ total: 8, left: 0 });
    await provisioner.close();
  });
});

describe('once a run is interrupted', () => {
  it('what is being made is learnt of and given back, though nobody waits for it', async () => {
    const interruption = new AbortController();
    const answered = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const provisioner = await startProvisioner(service.provisioner, {
      beforeMade: async (number) => {
        if (number === 1) return;
        asked.resolve();
        await answered.promise;
      },
    });
    const { leases } = leasesOf(provisioner, { signal: interruption.signal });
    await leased(leases);
    const second = leases.lease(workspace);
    await asked.promise;
    interruption.abort();
    expect(await second).toEqual({ is: 'failed', because: 'the run was interrupted' });
    answered.resolve();
    expect(await leases.settle()).toEqual({ total: 2, left: 0 });
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect(await leases.lease(workspace)).toMatchObject({ is: 'failed' });
    await provisioner.close();
  });
  it('a provisioner that hangs keeps it no longer than a moment', { timeout: 20_000 }, async () => {
    const interruption = new AbortController();
    const provisioner = await startProvisioner(service.provisioner, { onDelete: () => undefined });
    const { leases } = leasesOf(provisioner, { signal: interruption.signal, timeoutMs: 60_000 });
    for (let each = 0; each < 9; each += 1) await leased(leases);
    interruption.abort();
    expect(await leases.settle()).toEqual({ total: 9, left: 9, because: 'no time was left' });
    await provisioner.close();
  });
});
