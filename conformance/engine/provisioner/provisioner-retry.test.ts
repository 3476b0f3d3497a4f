import { describe, expect, it } from 'vitest';
import { startHostile, type Misbehaviour } from '../../../fixtures/hostile/index.ts';
import { createProvisionerRetry } from './provisioner-retry.ts';
import { provision, type ProvisionOutcome } from './provision.ts';

const never = new AbortController().signal;
const workspace = { kind: 'credit-balance', credits: 1 } as const;
const made = { is: 'made', workspace: { token: 't' } } as const;

/** The outcomes where so many workspaces are asked for at once, and how many requests the provisioner got. */
async function askedAtOnce(
  answer: Misbehaviour,
  count: number,
): Promise<{ readonly outcomes: readonly ProvisionOutcome[]; readonly asks: number }> {
  const hostile = await startHostile(answer);
  const retry = createProvisionerRetry();
  try {
    const outcomes = await Promise.all(
      Array.from({ length: count }, async () => provision(hostile.url, workspace, never, { retry })),
    );
    return { outcomes, asks: hostile.requests.length };
  } finally {
    await hostile.close();
  }
}

/** A provisioner that makes one workspace at a time, and refuses other requests meanwhile. */
function oneAtATime(status: number, headers: Readonly<Record<string, string>>): Misbehaviour {
  let isBusy = false;
  return (_request, response) => {
    if (isBusy) return void response.writeHead(status, headers).end('one at a time');
    isBusy = true;
    setTimeout(() => {
      isBusy = false;
      response.end('{"token":"t"}');
    }, 60);
  };
}

describe.concurrent('a provisioner', () => {
  it.each([
    [503, {}],
    [429, { 'retry-after': '1' }],
  ])('that makes one workspace at a time makes them all: %i', async (status, headers) => {
    const { outcomes, asks } = await askedAtOnce(oneAtATime(status, headers), 8);
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => made));
    // The first request for each of the others is refused, and from then on one is sent at a time.
    expect(asks).toBeLessThanOrEqual(15);
  });
  it('that fails now and then makes them all', async () => {
    let asks = 0;
    const { outcomes } = await askedAtOnce((_request, response) => {
      asks += 1;
      if (asks % 4 === 0) response.writeHead(500).end('no database');
      else response.end('{"token":"t"}');
    }, 6);
    expect(outcomes).toEqual(Array.from({ length: 6 }, () => made));
  });
  it('that fails each time is asked no more than a few times, and quoted', async () => {
    const { outcomes, asks } = await askedAtOnce((_request, response) => response.writeHead(500).end('no database'), 8);
    const failed = { is: 'failed', because: 'the provisioner failed: status 500 no database' };
    expect(outcomes).toEqual(Array.from({ length: 8 }, () => failed));
    expect(asks).toBeLessThanOrEqual(32);
  });
  it.each([
    [422, {}],
    [501, {}],
    [429, { 'retry-after': '3600' }],
    // An hour ahead of the target's own clock, whatever the clock of assay says.
    [503, { date: 'Thu, 26 Nov 2026 10:00:00 GMT', 'retry-after': 'Thu, 26 Nov 2026 11:00:00 GMT' }],
  ])('that refuses for good is asked once: %i', async (status, headers) => {
    const { asks } = await askedAtOnce((_request, response) => response.writeHead(status, headers).end(), 1);
    expect(asks).toBe(1);
  });
});
