import { describe, expect, it } from 'vitest';
import { faults, withFault, type FaultId } from '../fixtures/index.ts';
import { everyCheck as checks } from './every.ts';
import { judgedOn } from './judged.testing.ts';

const faultIds = Object.keys(faults) as readonly FaultId[];

describe('a service with one fault', () => {
  // Against every check, and on other bases too: npm run matrix.
  it.each(faultIds)('%s fails the checks that name it', async (id) => {
    const naming = checks.filter(({ fault }) => fault === id);
    const findings = await judgedOn(withFault(id), naming);
    expect(findings.filter(({ verdict }) => verdict.is !== 'fail')).toEqual([]);
    expect(findings).not.toEqual([]);
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
    const known = { bot: 'a bot', bots: {}, seen: [], nonce: (label: string) => label };
    const sent = (at: number): string => JSON.stringify(checks[at]?.probe.steps[0]?.(known));
    const byName = Map.groupBy(checks.keys(), (at) => checks[at]?.probe.name);
    for (const same of byName.values()) expect(new Set(same.map(sent)).size).toBe(1);
  });
});
