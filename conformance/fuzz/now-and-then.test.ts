import { describe, expect, it } from 'vitest';
import { withFault } from '../../fixtures/faults/index.ts';
import { failingEveryNth } from '../every-so-many.testing.ts';
import type { Engine } from '../engine/engine.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { Probe } from '../model/probe.ts';
import { fuzzedOn, requestsText } from './fuzzed.testing.ts';
import { properties } from './index.ts';
import { investigation } from './investigate.ts';
import { plainInput } from './plain-control.ts';

const asked = { seed: 1, runs: 400 };

describe('an error that comes and goes', { timeout: 120_000 }, () => {
  it('is told once, as it was met, with how often this request showed it and what else it got', async () => {
    const { found, result } = await fuzzedOn(failingEveryNth(23, 500), asked);
    const must = found.filter(({ finding }) => finding.level === 'MUST');
    expect(must).toHaveLength(1);
    expect(found.length).toBeLessThanOrEqual(2);
    const [told] = must;
    if (told === undefined) return;
    const { finding, exchanges, isShrunk } = told;
    const [first] = finding.mismatches;
    expect(first?.answers).toMatchObject({ comesAndGoes: true });
    expect(first?.observed).toMatch(
      /^status 500, .* \(\d of \d times that this same request was sent; it comes and goes\)$/,
    );
    expect({ unusual: finding.unusual, isShrunk, by: finding.reproduceBy }).toEqual({ by: 'command' });
    const statuses = exchanges.map(({ response }) => (response.is === 'answer' ? response.status : 0));
    expect(statuses).toContain(500);
    expect(statuses.some((status) => status > 0 && status < 500)).toBe(true);
    expect(finding.exchanges).toEqual(exchanges.map(({ id }) => id));
    expect(exchanges.find(({ id }) => id === finding.reproduces)?.response).toMatchObject({ status: 500 });
    expect(result.met.get(finding.check)).toBeGreaterThan(5);
    const open = result.rest.filter(({ verdict }) => verdict.is !== 'pass').map(({ verdict }) => verdict);
    expect(open.length).toBeGreaterThan(3);
    for (const verdict of open)
      expect(verdict).toMatchObject({ because: 'what failed in it comes and goes, as another property shows' });
  });

  it('hides nothing that fails whenever it is sent, nor leads its shrinking astray', async () => {
    const { found } = await fuzzedOn(
      { ...withFault('speed-clamped'), ...failingEveryNth(23, 500) },
      { ...asked, operations: ['speech'] },
    );
    const steady = found.filter(({ finding }) => finding.mismatches[0]?.answers === undefined);
    expect(found.length - steady.length).toBeGreaterThan(0);
    expect(steady.length).toBeGreaterThan(0);
    for (const { exchanges, isShrunk } of steady) {
      expect(isShrunk).toBe(true);
      expect(requestsText(exchanges)).toMatch(/^\{"text":"a","voice":"alloy","speed":[^,]+(,"speed":[^,]+)?\}$/);
    }
  });

  it('is one for each property where it is no server error: what was asked for is part of it', async () => {
    const { found } = await fuzzedOn(failingEveryNth(23, 418), { ...asked, operations: ['chat', 'speech'] });
    const ids = found.map(({ finding }) => finding.check);
    expect(ids).toEqual(expect.arrayContaining(['chat.generated/accepts-valid', 'speech.generated/accepts-valid']));
    for (const { finding } of found) expect(finding.mismatches[0]?.answers?.comesAndGoes).toBe(true);
  });
});

describe('a failure with the error of many that came and went', () => {
  const property = properties.find(({ id }) => id === 'speech.generated/unspecified-is-no-server-error');
  const exchange = (id: string, status: number) =>
    answered({ id, operation: 'speech', status, body: { error: { code: 'internal', message: '' } } });
  /** Each request that is sent again for the case `steady` fails; for other cases it is refused rightly. */
  const engine = {
    ask: async ({ name }: Probe) => ({
      seen: [exchange(`${name}#1`, name.startsWith('steady') ? 500 : 400)],
    }),
  } as unknown as Engine;

  it('is looked into all the same where it fails each time', async () => {
    if (property === undefined) throw new Error('no such property');
    const told: string[] = [];
    const options = { properties: [property], texts: { longestText: 40 }, mayShrink: () => true };
    const { investigate, defects } = investigation(options, engine, {
      report: (_, { otherwise, failure }) =>
        told.push(`${failure.decisive?.id} ${otherwise === undefined ? 'always' : 'now and then'}`),
      blameOther: () => undefined,
    });
    const input = plainInput('speech');
    for (const name of [...Array.from({ length: 40 }, (_, at) => `flaky ${at}`), 'steady']) {
      const decisive = exchange(`${name}#1`, 500);
      const failure = {
        is: 'fail',
        cause: 'a server error',
        because: '',
        mismatches: [],
        seen: [decisive],
        decisive,
      } as const;
      await investigate({ property, input, failure, name, origin: { seed: 1 } });
    }
    expect(told).toEqual(['flaky 0#1 now and then', 'steady#1 always']);
    expect(defects.map(({ met }) => met)).toEqual([40, 1]);
  });
});
