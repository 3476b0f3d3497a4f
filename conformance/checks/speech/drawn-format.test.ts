import { expect, it } from 'vitest';
import { speechFormats } from '../../contract/limits.ts';
import { nonceOf } from '../../model/nonce.ts';
import type { StepInputs } from '../../model/probe.ts';
import { speakInARandomFormat } from './probes.ts';

function formatWith(seed: number, fields: Readonly<Record<string, unknown>>): unknown {
  const { name, steps } = speakInARandomFormat(fields);
  const nonce: StepInputs['nonce'] = (label) => nonceOf(seed, name, label);
  const calls = steps[0]?.({ bot: 'b', bots: {}, credentials: [], seen: [], nonce });
  const [call] = Array.isArray(calls) ? (calls as readonly { readonly body: string }[]) : [];
  return JSON.parse(call?.body ?? '{}').format;
}

it('is each of the six by the seed, and another for another probe', () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed);
  const drawn = seeds.map((seed) => formatWith(seed, { speed: 0 }));
  expect(new Set(drawn)).toEqual(new Set(speechFormats));
  expect(seeds.some((seed) => formatWith(seed, { speed: -1 }) !== drawn[seed])).toBe(true);
  expect(formatWith(7, { speed: 0 })).toBe(drawn[7]);
});
