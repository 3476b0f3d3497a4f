import { expect, it } from 'vitest';
import { probesOf } from '../../model/chain.ts';
import { callsOfSteps } from '../../walked.testing.ts';
import { meteringClauses } from './index.ts';

const probes = [
  ...new Map(
    meteringClauses
      .flatMap(({ checks, observations }) => [...checks, ...observations])
      .flatMap(probesOf)
      .map((probe) => [probe.name, probe]),
  ).values(),
];

/** The message or text of a body; undefined where there is none. */
function saidIn(body: string | Uint8Array | undefined): string | undefined {
  const said = /"(?:message|text)":"(?<said>(?:[^"\\]|\\.)*)"/.exec(String(body ?? ''))?.groups?.['said'];
  return said;
}

it.each([200, 402])(
  'whatever may be charged says what nobody has said before in the run, but where it is repeated to be charged again, or at prices that may go by it (%i)',
  (status) => {
    const said = probes.flatMap((probe) =>
      callsOfSteps(probe, status).flatMap(({ body }) => {
        const text = saidIn(body);
        return text === undefined ? [] : [{ text, probe: probe.name }];
      }),
    );
    const again = [...Map.groupBy(said, ({ text }) => text).values()].filter((same) => same.length > 1);
    const names = new Set(again.flat().map(({ probe }) => probe));
    const ofEnterprises = /^what enterprise-\S+ workspaces cover$/;
    const isMeantTo = (name: string): boolean =>
      name.includes('repeated ') || name.startsWith('a speech again, and of another') || ofEnterprises.test(name);
    expect([...names].filter((name) => !isMeantTo(name))).toEqual([]);
    expect(said.length).toBeGreaterThan(200);
  },
);
