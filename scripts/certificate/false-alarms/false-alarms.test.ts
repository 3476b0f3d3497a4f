import { describe, expect, it } from 'vitest';
import { combinations, variants } from '../../../fixtures/index.ts';
import { schemaErrors } from '../../testing/schemas.testing.ts';
import { falseAlarms, riskOf } from './risk.ts';
import { validServices } from './services.ts';

describe('what this build said of valid services', () => {
  it('is of every one that there is, once: else npm run false-alarms', () => {
    const { services } = falseAlarms();
    expect(services.map(({ service }) => service)).toEqual(Object.keys(validServices));
    expect(services).toHaveLength(1 + Object.keys(variants).length + Object.keys(combinations).length + 3);
  });
  it('has the published form', () => {
    expect(schemaErrors('false-alarms', falseAlarms())).toEqual([]);
  });
  it('becomes a share with its upper bound, whatever it was', () => {
    const known = falseAlarms();
    const [first, ...rest] = known.services.map(({ service }) => ({ service, accused: [] }));
    expect(riskOf({ ...known, services: rest })).toMatchObject({
      accused: 0,
      services: rest.length,
      atMost: expect.closeTo(1 - 0.05 ** (1 / rest.length), 9) as number,
    });
    const accused = { service: first?.service ?? '', accused: ['a.b/c', 'a.b/d'] };
    const one = riskOf({ ...known, services: [accused, ...rest] });
    expect(one.accused).toBe(1);
    expect(one.atMost).toBeGreaterThan(1 / one.services);
  });
});
