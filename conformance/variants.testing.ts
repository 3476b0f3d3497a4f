import { describe, expect, it } from 'vitest';
import { variants, withVariant, type Variant, type VariantId } from '../fixtures/index.ts';
import { selected } from './model/select.ts';
import { checks } from './index.ts';
import { judgedOn } from './judged.testing.ts';

const every = Object.keys(variants) as readonly VariantId[];

/** They answer late on purpose, or ask for a pause: judging one is waiting, of which any number goes side by side. */
const waiting: readonly VariantId[] = [
  'rate-limited-by-token',
  'rate-limited-by-address',
  'rate-limited',
  'slow',
  'slow-to-think',
];
/** For `npm test`, which meets more of them at once in `scripts/matrix/bases.test.ts`: one of prices, and one of the wire. */
const sample: readonly VariantId[] = ['enterprise-prices-differ', 'behind-a-proxy'];
const others = every.filter((id) => !waiting.includes(id) && !sample.includes(id));

export function testVariantsSample(): void {
  describe('a valid service of another kind', () => {
    it.each(sample)('%s is accused of nothing', { timeout }, isAccusedOfNothing);
  });
}

/** One of two test files' share of the others: together they take longer than everything else, so that both workers have one. */
export function testVariants(share: 0 | 1): void {
  describe('a valid service of another kind', () => {
    it.each(others.filter((_, at) => at % 2 === share))('%s is accused of nothing', { timeout }, isAccusedOfNothing);
  });
}

export function testVariantsThatWait(): void {
  describe.concurrent('a valid service of another kind', () => {
    it.each(waiting)('%s is accused of nothing', { timeout: 2 * timeout }, isAccusedOfNothing);
  });
}

const timeout = 300_000;

async function isAccusedOfNothing(id: VariantId): Promise<void> {
  const findings = await judgedOn(withVariant(id), checks, { timeoutMs: 3_000 });
  const { leavesOpen = [], mayLeaveOpen = [] }: Variant = variants[id];
  const leftOpen = idsOf(leavesOpen);
  const tolerated = [...leftOpen, ...idsOf(mayLeaveOpen)];
  const open = findings.filter(
    ({ check, level, verdict }) =>
      verdict.is === 'fail' || (verdict.is === 'inconclusive' && level === 'MUST' && !tolerated.includes(check)),
  );
  expect(open).toEqual([]);
  const told = findings.filter(({ check, verdict }) => leftOpen.includes(check) && verdict.is !== 'inconclusive');
  expect(told.map(({ check }) => check)).toEqual([]);
}

function idsOf(only: readonly string[]): readonly string[] {
  return only.length === 0 ? [] : selected(checks, { only }).map(({ id }) => id);
}
