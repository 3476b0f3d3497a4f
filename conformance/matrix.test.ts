import { describe, expect, it } from 'vitest';
import {
  faults,
  lawful,
  variants,
  withFault,
  withVariant,
  type Fault,
  type FaultId,
  type VariantId,
} from '../fixtures/index.ts';
import { selected } from './core/select.ts';
import { checks } from './index.ts';
import { judgedOn } from './judged.ts';

const faultIds = Object.keys(faults) as readonly FaultId[];
const variantIds = Object.keys(variants) as readonly VariantId[];

describe('the lawful service', () => {
  it('passes every check', async () => {
    const findings = await judgedOn(lawful, checks);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe('a lawful service of another kind', () => {
  // Slow variants answer late on purpose, and rate-limited ones ask for a pause.
  it.each(variantIds)('%s is accused of nothing', async (id) => {
    const findings = await judgedOn(withVariant(id), checks, { timeoutMs: 3_000 });
    const open = findings.filter(
      ({ level, verdict }) => verdict.is === 'fail' || (verdict.is === 'inconclusive' && level === 'MUST'),
    );
    expect(open).toEqual([]);
  });
});

describe('a service with one fault', () => {
  it.each(faultIds)('%s fails the checks that name it, and no others but its alsoFails', async (id) => {
    const findings = await judgedOn(withFault(id), checks);
    const failed = findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
    const naming = checks.filter(({ fault }) => fault === id).map((check) => check.id);
    const also: Fault['alsoFails'] = (faults[id] as Fault).alsoFails ?? [];
    const allowed = also.length === 0 ? [] : selected(checks, { only: also }).map((check) => check.id);
    expect(failed).toEqual(expect.arrayContaining(naming));
    expect(failed.filter((check) => !naming.includes(check) && !allowed.includes(check))).toEqual([]);
    expect(failed).not.toEqual([]);
  });
});

describe('the checks', () => {
  it('have ids of their own', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });
  it('name twins that exist, and never themselves', () => {
    const ids = new Set(checks.map(({ id }) => id));
    const strange = checks.filter(({ id, twin }) => twin !== undefined && (twin === id || !ids.has(twin)));
    expect(strange).toEqual([]);
  });
  it('name every fault at least once', () => {
    const named = new Set(checks.map(({ fault }) => fault));
    expect(faultIds.filter((id) => !named.has(id))).toEqual([]);
  });
  it('send the same under the same name: probes are shared by it', () => {
    const known = { bot: 'a bot', seen: [], nonce: (label: string) => label };
    const sent = (at: number): string => JSON.stringify(checks[at]?.probe.steps[0]?.(known));
    const byName = Map.groupBy(checks.keys(), (at) => checks[at]?.probe.name);
    for (const same of byName.values()) expect(new Set(same.map(sent)).size).toBe(1);
  });
});
