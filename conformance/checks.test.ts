import { describe, expect, it } from 'vitest';
import { faults, type FaultId } from '../fixtures/index.ts';
import { proofOf, type Probe } from './model/probe.ts';
import { everyCheck as checks } from './every.ts';
import { observations } from './index.ts';
import { selectChecks } from './model/select.ts';
import { walkSteps } from './walked.testing.ts';

describe('the checks', () => {
  it('have ids of their own', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });
  it('of --profile stream are those of what a client of streams says that it accepts, too', () => {
    const asked = selectChecks(checks, { only: ['transport.negotiation'], profile: 'stream' });
    const ofStreams = selectChecks(checks, {
      only: ['transport.negotiation/*stream*', 'transport.negotiation/*events*'],
    });
    expect(asked).toEqual(ofStreams);
    expect(asked).toHaveLength(3);
  });
  it('name controls that exist, and never themselves', () => {
    const ids = new Set(checks.map(({ id }) => id));
    const strange = checks.filter(({ id, control }) => control !== undefined && (control === id || !ids.has(control)));
    expect(strange, 'name another check in `control`, by an id that there is').toEqual([]);
  });
  it('have no control, and are none, where they hold of every answer', () => {
    const ofEvery = checks.filter((check) => check.ofEvery !== undefined);
    const controls = new Set(checks.map(({ control }) => control));
    const strange = ofEvery.filter(({ id, control }) => control !== undefined || controls.has(id));
    expect(
      strange.map(({ id }) => id),
      'what has `ofEvery` has no `control`, and is none of another check',
    ).toEqual([]);
  });
  it('name every fault at least once', () => {
    const named = new Set(checks.flatMap(({ fault, alsoFinds = [] }) => [fault, ...alsoFinds]));
    const unnamed = (Object.keys(faults) as readonly FaultId[]).filter((id) => !named.has(id));
    expect(unnamed, 'name it in `fault` of a check, or in `alsoFinds` of one that judges every answer').toEqual([]);
  });
  it.each([200, 402])('send the same under the same name, also after %i: probes are shared by it', (status) => {
    const named = [...checks, ...observations].map(({ probe }) => probe);
    const probes = new Set(named.flatMap((probe) => [probe, proofOf(probe)?.probe ?? []].flat()));
    const shared = [...Map.groupBy(probes, ({ name }) => name)].filter(([, same]) => same.length > 1);
    const differing = shared.filter(([, same]) => new Set(same.map((probe) => sentBy(probe, status))).size > 1);
    expect(
      differing.map(([name]) => name),
      'give one of the probes another name',
    ).toEqual([]);
    expect(shared.length).toBeGreaterThan(20);
  });
});

/** All that a probe is and sends to a service that answers everything alike. */
function sentBy(probe: Probe, status: number): string {
  const { name, steps: _, refusals: __, ...rest } = probe;
  return JSON.stringify([name, proofOf(probe)?.probe.name, rest, walkSteps(probe, status)]);
}
