import { setTimeout as after } from 'node:timers/promises';
import { Agent, request } from 'undici';

/**
 * The Node client that the instrument is compared with: undici, with a time stamp for each chunk. Arguments: URL RATE
 * SECONDS.
 */
const [url = '', rate = '', seconds = ''] = process.argv.slice(2);
const perS = Number(rate);
const agent = new Agent({ connections: null, pipelining: 1 });

type Seen = { readonly id: string; readonly begunMs: number; readonly arrivedNs: number[] };

async function read(seen: Seen): Promise<void> {
  const headers = { 'x-request-id': seen.id };
  const { body } = await request(url, { method: 'POST', body: '{}', headers, dispatcher: agent });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const now = Number(process.hrtime.bigint());
    for (let at = chunk.indexOf('\n\n'); at >= 0; at = chunk.indexOf('\n\n', at + 2)) seen.arrivedNs.push(now);
  }
}

/** The first second is left out, as with k6: the cost of starting is not the cost of events. */
let atFirst: { readonly cpuS: number; readonly events: number } | undefined;
const cpuS = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const eventsSeen = (): number => streams.reduce((sum, { arrivedNs }) => sum + arrivedNs.length, 0);

const begun = performance.now();
const streams: Seen[] = [];
setTimeout(() => (atFirst = { cpuS: cpuS(), events: eventsSeen() }), 1_000).unref();
const running: Promise<void>[] = [];
for (let place = 0; place < Math.floor(perS * Number(seconds)); place += 1) {
  const begunMs = (place * 1000) / perS;
  const waitMs = begun + begunMs - performance.now();
  if (waitMs > 0) await after(waitMs);
  const seen = { id: `undici-${process.pid}-${place}`, begunMs, arrivedNs: [] };
  streams.push(seen);
  running.push(read(seen));
}
await Promise.all(running);
const [from, all] = [atFirst ?? { cpuS: 0, events: 0 }, eventsSeen()];
process.stdout.write(JSON.stringify({ cpuS: ((cpuS() - from.cpuS) * all) / (all - from.events), streams }));
await agent.close();
