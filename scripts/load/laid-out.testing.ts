import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import fc from 'fast-check';
import { cutIntoTokens, layouts, type Layout, type MadeEvent } from '../../load/content/layouts.testing.ts';

/** A service whose streams are laid out so: what carries no text comes at once, the first text after `firstMs`. */
type LaidOutService = AsyncDisposable & {
  readonly url: string;
  /** When the first event with text was written, by the request's id: CLOCK_MONOTONIC in nanoseconds. */
  readonly writtenNs: ReadonlyMap<string, bigint>;
};

export const messageEvent = (data: unknown, carries: MadeEvent['carries'] = true): MadeEvent => ({
  name: 'message',
  data: typeof data === 'string' ? data : JSON.stringify(data),
  carries,
});

/** As services are known to do it. */
const known: readonly Layout[] = [
  {
    says: 'a role, then deltas of choices',
    eventsOf: (parts) => {
      const chunk = (delta: object, carries: boolean): MadeEvent =>
        messageEvent({ id: 'c1', object: 'chunk', choices: [{ index: 0, delta, finish_reason: null }] }, carries);
      const announced = chunk({ role: 'assistant', content: '' }, false);
      return [announced, ...parts.map((content) => chunk({ content }, true)), messageEvent('[DONE]', false)];
    },
  },
  {
    says: 'named events, one of which tells the session',
    eventsOf: (parts, { id }) => [
      { ...messageEvent({ sessionId: id }, false), name: 'session' },
      ...parts.map((text) => ({ ...messageEvent({ text }), name: 'token' })),
      { ...messageEvent({ usage: { tokens: parts.length } }, false), name: 'done' },
    ],
  },
  {
    says: 'plain text behind a session',
    eventsOf: (parts, { id }) => [messageEvent({ sessionId: id }, false), ...parts.map((text) => messageEvent(text))],
  },
  {
    says: 'the whole so far, behind a search with words of its own',
    eventsOf: (parts) => [
      messageEvent({ type: 'search', message: { text: 'Looking it up' } }, false),
      ...parts.map((_, place) =>
        messageEvent({ type: 'answer', message: { text: parts.slice(0, place + 1).join('') } }),
      ),
    ],
  },
];

/** Four that are known, and four that a seed generates; all of them begin with what carries no text. */
export const eightLayouts: readonly Layout[] = [
  ...known,
  ...fc
    .sample(layouts, { seed: 300_800_1500, numRuns: 100 })
    .filter(({ isBeyondRules }) => isBeyondRules !== true)
    .filter(({ eventsOf }) => eventsOf(['a', 'b'], { message: 'm', id: 'i' })[0]?.carries === false)
    .slice(0, 4),
];

export async function serveLaidOut(layout: Layout, firstMs: number): Promise<LaidOutService> {
  const writtenNs = new Map<string, bigint>();
  const server = createServer((request, response) => {
    answer(request, response, { layout, firstMs, writtenNs }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writtenNs,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Serving = { readonly layout: Layout; readonly firstMs: number; readonly writtenNs: Map<string, bigint> };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { layout, firstMs, writtenNs }: Serving,
): Promise<void> {
  const begunNs = process.hrtime.bigint();
  const body = Buffer.concat(await request.toArray()).toString();
  const id = String(request.headers['x-request-id']);
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"voices":["alloy"]}');
    return;
  }
  const { message } = JSON.parse(body) as { readonly message: string };
  const wish = /please repeat .*: (.*)$/is.exec(message)?.[1];
  const isWish = wish !== undefined;
  const reply = wish ?? `Of “${message}” there is much to say.`;
  if (request.url?.endsWith('/chat') === true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sessionId: id, reply }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  let isFirst = true;
  for (const { name, data, carries } of layout.eventsOf(cutIntoTokens(reply, 9), { message, id, callsTool: !isWish })) {
    if (carries !== false) {
      await untilMs(begunNs, isFirst ? firstMs : 0);
      if (isFirst) writtenNs.set(id, process.hrtime.bigint());
      else await after(2);
      isFirst = false;
    }
    const lines = data.split('\n').map((line) => `data: ${line}\n`);
    response.write(`${name === 'message' ? '' : `event: ${name}\n`}${lines.join('')}\n`);
  }
  response.end();
}

/** Node's timers may end up to a millisecond early. */
async function untilMs(begunNs: bigint, ms: number): Promise<void> {
  const leftMs = (): number => ms - Number(process.hrtime.bigint() - begunNs) / 1e6;
  for (let left = leftMs(); left > 0; left = leftMs()) await after(left);
}
