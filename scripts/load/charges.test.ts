import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLoadFault, isLoadFaultId, loadFaults } from '../../fixtures/faults/under-load/index.ts';
import { startService, type Behaviour, type RunningService } from '../../fixtures/index.ts';
import type { Load } from '../../load/verdict/load.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { creditsToOrder } from './own-workspaces.ts';

const slow = { pace: { firstEventMs: 200, gapMs: 25, events: 14 } };
const brief = ['--rate', '50', '--duration', '4s', '--warmup', '0s', '--seed', '3', '--slo', 'wrong<0.01%'];
const told = ['--content', 'text', '--no-canary'];

type Ran = CommandOutput & { readonly load: Load; readonly ledgers: ReturnType<RunningService['ledgers']['all']> };

async function ranBy(
  behaviour: Partial<Behaviour>,
  flags: (service: RunningService) => readonly string[],
): Promise<Ran> {
  const service = await startService({ behaviour, ...slow });
  const folder = join(emptyFolder(), 'results');
  try {
    const args = ['load', 'stream', '--target', service.url, '--out', folder, ...brief, ...told, ...flags(service)];
    const said = await assay(args);
    const load = JSON.parse(readFileSync(join(folder, 'load.json'), 'utf8')) as Load;
    return { ...said, load, ledgers: service.ledgers.all() };
  } finally {
    await service.close();
  }
}

const byProvisioner = ({ provisioner }: RunningService): readonly string[] => ['--provisioner', provisioner];
const byCharges = Object.keys(loadFaults)
  .filter(isLoadFaultId)
  .filter((id) => loadFaults[id].foundBy === 'charges');

describe.skipIf(k6IsMissing)('what a run is charged, in a workspace of its own', { timeout: 240_000 }, () => {
  it('is what its answers come to, with a service that is right', async () => {
    const { out, err, load, ledgers } = await ranBy({}, byProvisioner);
    const { credits, charging } = load;
    expect(charging, out + err).toMatchObject({ is: 'right', charged: [credits, credits], due: [credits, credits] });
    expect(out).toContain(`✓ charged ${credits} credits for answers that come to ${credits} credits`);
    const own = ledgers.filter(({ isClosed }) => isClosed);
    // One learned how the bot replies, and is not of this run.
    expect(own.map(({ balance }) => balance.chats).at(-1)).toBe(charging?.ordered);
    expect(own).toHaveLength(2);
    expect(ledgers.filter(({ isClosed, balance }) => !isClosed && balance.chats > 0)).toEqual([]);
  });

  it.each(byCharges)('is seen to be more: %s', async (id) => {
    const { code, out, err, load } = await ranBy(withLoadFault(id), byProvisioner);
    expect(load.charging?.is, out + err).toBe('more');
    expect(out).toMatch(/✗ charged \d+ credits for answers that come to \d+/);
    expect(load.slo?.bounds).toMatchObject([{ text: 'wrong<0.01%', is: 'violated', because: load.charging?.says }]);
    expect(code).toBe(1);
  });

  it('is not told where the run spends what a token has', async () => {
    const { load, ledgers } = await ranBy({}, ({ token }) => ['--token', token]);
    expect(load.charging).toBeUndefined();
    expect(ledgers.filter(({ isClosed }) => isClosed)).toEqual([]);
  });
});

describe('what is ordered', () => {
  it('is told by a dry run', async () => {
    const args = ['load', 'chat', '--target', 'http://127.0.0.1:9', '--provisioner', 'exit 1', ...brief, '--dry-run'];
    const { out } = await assay(args);
    const [, planned = 0] = /cost: at most (\d+) credits/.exec(out) ?? [];
    const ordered = creditsToOrder(Number(planned));
    expect(out).toContain(`; the run uses a workspace of its own, with ${ordered} credits\n`);
    // Less 2 to learn how the bot replies.
    expect((await assay([...args, '--max-credits', '100'])).out).toContain('a workspace of its own, with 98 credits\n');
  });

  it('is what the run can cost, and some more to see that it cost no more, within what may be used up', () => {
    expect([5, 459, 3_000, 90_000].map((planned) => creditsToOrder(planned))).toEqual([15, 469, 3_060, 90_100]);
    expect([459, 460, 9_999].map((most) => creditsToOrder(459, most))).toEqual([459, 460, 469]);
  });
});
