import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judgedLoad } from '../verdict/judged-load.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import { run } from './run.testing.ts';

type Talker = { readonly url: string; readonly most: () => number } & AsyncDisposable;

/** Repeats what it is told after 100 ms; while as many as that are under way it gives two users each other's reply. */
async function mixingFrom(many: number): Promise<Talker> {
  const under = new Map<ServerResponse, string>();
  let most = 0;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { message } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { readonly message: string };
      under.set(response, message);
      most = Math.max(most, under.size);
      if (under.size >= many) {
        const [first, second] = under.keys();
        if (first && second) under.set(first, under.get(second) ?? '').set(second, message);
      }
      await after(100);
      const said = under.get(response) ?? '';
      under.delete(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ text: said })}\n\n`);
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: () => most,
    [Symbol.asyncDispose]: close,
  };
}

/** From 2 to 80 a second: some 0.2 to 8 answers under way at once. */
const climb = {
  scenario: 'capacity',
  arrivals: 'constant',
  ratePerS: 2,
  peakRatePerS: 80,
  steps: 3,
  durationS: 6,
  seed: 4,
  maxLagMs: 60_000,
  content: 'text',
  repeats: 'stream',
  slo: 'failures<99%',
} as const;

describe.skipIf(k6IsMissing)('the capacity of a service', () => {
  it('is below the rate at which it begins to mix up its replies', async () => {
    await using of = await mixingFrom(4);
    const { outcome } = await run({ ...climb, target: of.url });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    const { steps = [] } = judgedLoad(outcome.load);
    const last = steps.at(-1);
    expect(last?.failures['wrong']).toBeGreaterThan(0);
    expect(last?.slo?.bounds.map(({ text, is }) => [text, is])).toContainEqual([
      'wrong<=0%',
      expect.not.stringMatching('met'),
    ]);
    expect(last?.wrongShare?.share).toBeGreaterThan(0);
    expect(steps[0]?.failures['wrong']).toBeUndefined();
  });

  it('is not lowered by a service that keeps its replies apart', async () => {
    await using of = await mixingFrom(Infinity);
    const { outcome } = await run({ ...climb, target: of.url });
    if (outcome.is !== 'done') throw new Error(JSON.stringify(outcome));
    expect(of.most()).toBeGreaterThanOrEqual(4);
    expect(outcome.load.failures).toEqual({});
    expect(outcome.load.wrongAnswers).toBeUndefined();
  });
});
