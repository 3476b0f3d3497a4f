import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { runAgainst } from './against.ts';
import { referenceMemory } from './bounds.ts';
import { measureCommand, usualLimits } from './measure.ts';

/** One behaviour of each kind, the quickest to show, and the checks that meet it soonest. */
const sample = {
  'lets four connections in, and no fifth': ['voices.list/says-json'],
  'sends fields without end': ['voices.list/says-json'],
  'sends 1,000 interim answers, then the answer': ['voices.list/says-json', 'transport.connections/*'],
  'extends a chunk without end': ['voices.list/says-json'],
  'sends a body without end to all': ['voices.list/says-json'],
  'nests arrays 100,000 deep': ['bots.list/is-json'],
  'speaks a WAV of 65,535 channels at 4 GHz': ['speech.reply/is-base64'],
  'echoes the token in escapes of JSON': ['chat.reply/is-json'],
  'attacks in every text': ['bots.list/says-json'],
  'opens sessions of 10 MB': ['chat.reply/carries-session-id'],
} as const;

/** A machine with other work takes ten times as long. */
const limits = { ...usualLimits, timeMs: 100_000 };

describe('a check of a hostile target, seen from outside', () => {
  it.each(Object.entries(sample))('%s: breaks no bound', async (name, only) => {
    const [row] = await runAgainst(name, { labels: ['check'], limits, only });
    // Exit code, 768 MB of memory, 512 MB of disk, no leaked secret, no active text, reports, and an end in time.
    expect({ said: row?.said, broken: row?.broken }).toEqual({ said: row?.said, broken: [] });
    expect([1, 2, 0]).toContain(row?.code);
  });
});

/** Garbage is collected later where other work takes the processor: 399 MB were seen at a load of 30. */
const margin = 1.3;

it('a check of the reference service takes the memory that the README states', async () => {
  const { code, peakBytes } = await measureCommand(['check'], { cwd: emptyFolder(), limits });
  expect(code).toBe(0);
  expect(peakBytes / 2 ** 20).toBeLessThan((margin * referenceMemory) / 2 ** 20);
});
