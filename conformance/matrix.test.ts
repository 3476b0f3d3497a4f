import { describe, expect, it } from 'vitest';
import { faults, withFault, type FaultId } from '../fixtures/index.ts';
import type { Check } from './core/check.ts';
import type { Probe } from './core/probe.ts';
import type { Finding } from './core/run/run.ts';
import { everyCheck as checks } from './every.ts';
import { checks as listed, observations } from './index.ts';
import { wholeRunOn } from './judged.testing.ts';
import { shownWrongly } from './shown-rightly.testing.ts';
import { walked } from './walked.testing.ts';

const faultIds = Object.keys(faults) as readonly FaultId[];

describe('a service with one fault', () => {
  // Against every check, and on other bases too: npm run matrix.
  const own = faultIds.filter((id) => checks.some(({ fault }) => fault === id));
  it.each(own)('%s fails the checks that name it', async (id) => {
    const naming = checks.filter(({ fault }) => fault === id);
    const run = await wholeRunOn(withFault(id), naming);
    expect(run.findings.filter(({ verdict }) => verdict.is !== 'fail')).toEqual([]);
    expect(run.findings).not.toEqual([]);
    // Whoever sends the request that is shown again has to meet what is said of it.
    expect(shownWrongly(run)).toEqual([]);
  });
});

const found = checks.flatMap((check) => (check.alsoFinds ?? []).map((fault) => [fault, check] as const));
/** What the checks of each clause send that need no provisioner: what costs less time first. */
const clauses = [
  ...Map.groupBy(
    listed.filter(({ probe }) => !probe.needs.includes('provisioner')),
    ({ id }) => id.split('.')[0] ?? '',
  ),
].toSorted(([, some], [, others]) => some.length - others.length);

/**
 * Where the check's own probe does not show the mistake, one of these does. A run of everything takes as long as twenty
 * of one clause, and the fault's name mostly tells which it is.
 */
function runsFor(fault: string, check: Check): readonly (readonly Check[])[] {
  const isNamed = ([clause]: readonly [string, readonly Check[]]): boolean => fault.includes(clause.replace(/s$/, ''));
  const inOrder = [...clauses.filter(isNamed), ...clauses.filter((clause) => !isNamed(clause))];
  return [[check], ...inOrder.map(([, own]) => [...new Set([...own, check])]), checks];
}

describe('a service with one fault in a place of its own', () => {
  it.each(found)('%s is found by a check of all answers', { timeout: 60_000 }, async (fault, check) => {
    const verdicts: Finding['verdict']['is'][] = [];
    for (const run of runsFor(fault, check)) {
      const { findings, exchanges } = await wholeRunOn(withFault(fault), run);
      const own = findings.filter(({ check: id }) => id === check.id);
      expect(shownWrongly({ findings: own, exchanges })).toEqual([]);
      verdicts.push(...own.map(({ verdict }) => verdict.is));
      if (verdicts.includes('fail')) return;
    }
    expect(verdicts).toContain('fail');
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
  it('have no twin, and are none, where they hold of every answer', () => {
    const ofEvery = checks.filter((check) => check.ofEvery !== undefined);
    const twins = new Set(checks.map(({ twin }) => twin));
    expect(ofEvery.filter(({ id, twin }) => twin !== undefined || twins.has(id)).map(({ id }) => id)).toEqual([]);
  });
  it('name every fault at least once', () => {
    const named = new Set(checks.flatMap(({ fault, alsoFinds = [] }) => [fault, ...alsoFinds]));
    expect(faultIds.filter((id) => !named.has(id))).toEqual([]);
  });
  it.each([200, 402])('send the same under the same name, also after %i: probes are shared by it', (status) => {
    const named = [...checks, ...observations].map(({ probe }) => probe);
    const probes = new Set(
      named.flatMap((probe) => [probe, ...(probe.proof === undefined ? [] : [probe.proof.probe])]),
    );
    const shared = [...Map.groupBy(probes, ({ name }) => name)].filter(([, same]) => same.length > 1);
    const differing = shared.filter(([, same]) => new Set(same.map((probe) => sentBy(probe, status))).size > 1);
    expect(differing.map(([name]) => name)).toEqual([]);
    expect(shared.length).toBeGreaterThan(20);
  });
});

/** All that a probe is and sends to a service that answers everything alike. */
function sentBy(probe: Probe, status: number): string {
  const { name, steps: _, proof, ...rest } = probe;
  return JSON.stringify([name, proof?.probe.name, rest, walked(probe, status)]);
}
