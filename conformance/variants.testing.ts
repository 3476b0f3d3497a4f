import { describe, expect, it } from 'vitest';
import {
  combinations,
  variants,
  withVariant,
  withVariants,
  type CombinationId,
  type Variant,
  type VariantId,
} from '../fixtures/index.ts';
import type { Behaviour } from '../fixtures/index.ts';
import type { Finding } from './model/run.ts';
import { quickChecks } from './model/quick-checks.ts';
import { selectChecks } from './model/select.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';

const every = Object.keys(variants) as readonly VariantId[];
const combined = Object.entries(combinations) as readonly (readonly [CombinationId, readonly VariantId[]])[];

/** They answer late on purpose, or ask for a pause: judging one is waiting, of which any number goes side by side. */
const waiting: readonly VariantId[] = [
  'rate-limited-by-token',
  'rate-limited-by-address',
  'rate-limited',
  'slow',
  'slow-to-think',
];
const inCompany = new Set(combined.flatMap(([, ids]) => ids));
/** Something cannot be judged of them, or they refuse what others would have to answer. A new one is here too. */
const alone = every.filter((id) => !inCompany.has(id) && !waiting.includes(id));

/** For `npm test`: one with a proxy in front, judged by the checks that find the most for little. */
const sample: CombinationId = 'lines-in-cr';
const checksOfSample = checks.filter(({ id }) => quickChecks.includes(id));

export function testVariantsSample(): void {
  testCombinations(
    combined.filter(([id]) => id === sample),
    checksOfSample,
  );
}

export function testVariants(): void {
  testCombinations(combined, checks);
  describe('a valid service of another kind', () => {
    it.each(alone)('%s is accused of nothing', { timeout }, async (id) => {
      const wrong = await wrongOf(id);
      expect(wrong, inShort(wrong)).toEqual([]);
    });
  });
}

export function testVariantsThatWait(): void {
  describe.concurrent('a valid service of another kind', () => {
    it.each(waiting)('%s is accused of nothing', { timeout: 2 * timeout }, async (id) => {
      const wrong = await wrongOf(id);
      expect(wrong, inShort(wrong)).toEqual([]);
    });
  });
}

function testCombinations(some: typeof combined, by: typeof checks): void {
  describe('a valid service of several other kinds at once', () => {
    it.each(some)('%s is accused of nothing: %j', { timeout: 4 * timeout }, async (_, ids) => {
      const together = accusationsIn(await judgedAs(withVariants(ids), by));
      expect({ together, alone: together.length === 0 ? {} : await wrongOfEach(ids) }).toEqual({
        together: [],
        alone: {},
      });
    });
  });
}

const timeout = 300_000;

/** What stands in the one line that is left of a test that passed at its second try. */
function inShort(wrong: readonly Finding[]): string {
  return wrong.map(({ check, verdict }) => `${check} ${verdict.is}: ${because(verdict).slice(0, 200)}`).join('; ');
}

function because(verdict: Finding['verdict']): string {
  return 'because' in verdict ? verdict.because : '';
}

function judgedAs(behaviour: Behaviour, by = checks): Promise<readonly Finding[]> {
  return judgeService(behaviour, by, { timeoutMs: 3_000 });
}

function accusationsIn(findings: readonly Finding[], tolerated: readonly string[] = []): readonly Finding[] {
  return findings.filter(
    ({ check, level, verdict }) =>
      verdict.is === 'fail' || (verdict.is === 'inconclusive' && level === 'MUST' && !tolerated.includes(check)),
  );
}

/** What a run against this one alone says wrongly: accusations, and verdicts of what it leaves open. */
async function wrongOf(id: VariantId): Promise<readonly Finding[]> {
  const findings = await judgedAs(withVariant(id));
  const { leavesOpen = [], mayLeaveOpen = [] }: Variant = variants[id];
  const leftOpen = idsOf(leavesOpen);
  const told = findings.filter(({ check, verdict }) => leftOpen.includes(check) && verdict.is !== 'inconclusive');
  return [...accusationsIn(findings, [...leftOpen, ...idsOf(mayLeaveOpen)]), ...told];
}

/** Of those of a combination the ones that are accused alone too: where there is none, the accusation is of their company. */
async function wrongOfEach(ids: readonly VariantId[]): Promise<Readonly<Record<string, readonly Finding[]>>> {
  const wrong: Record<string, readonly Finding[]> = {};
  for (const id of ids) {
    const findings = await wrongOf(id);
    if (findings.length > 0) wrong[id] = findings;
  }
  return wrong;
}

function idsOf(only: readonly string[]): readonly string[] {
  return only.length === 0 ? [] : selectChecks(checks, { only }).map(({ id }) => id);
}
