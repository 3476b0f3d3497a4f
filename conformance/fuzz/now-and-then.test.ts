import { describe, expect, it } from 'vitest';
import { withFault } from '../../fixtures/faults/index.ts';
import { everySoMany } from '../every-so-many.testing.ts';
import { fuzzedOn, requestsText } from './fuzzed.testing.ts';

const asked = { seed: 1, runs: 400 };

describe('an error that comes and goes', { timeout: 120_000 }, () => {
  it('is told once, as it was met, with how often this request showed it and what else it got', async () => {
    const { found, result } = await fuzzedOn(everySoMany(23, 500), asked);
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
    expect(result.met.get(finding.check)).toBeGreaterThan(10);
    const open = result.rest.filter(({ verdict }) => verdict.is !== 'pass').map(({ verdict }) => verdict);
    expect(open.length).toBeGreaterThan(3);
    for (const verdict of open)
      expect(verdict).toMatchObject({ because: 'what failed in it comes and goes, as another property shows' });
  });

  it('hides nothing that fails whenever it is sent, nor leads its shrinking astray', async () => {
    const { found } = await fuzzedOn(
      { ...withFault('speed-clamped'), ...everySoMany(23, 500) },
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
    const { found } = await fuzzedOn(everySoMany(23, 418), { ...asked, operations: ['chat', 'speech'] });
    const ids = found.map(({ finding }) => finding.check);
    expect(ids).toEqual(expect.arrayContaining(['chat.generated/accepts-valid', 'speech.generated/accepts-valid']));
    for (const { finding } of found) expect(finding.mismatches[0]?.answers?.comesAndGoes).toBe(true);
  });
});
