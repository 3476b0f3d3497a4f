import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** What is wrong with every so manieth of the replies that are asked for under load, from the one behind `from` on. */
export type Mixing = {
  /** `mixed`: it is the reply to another request. `cut`: it ends in its midst. `session`: it names one of others. */
  readonly is: 'mixed' | 'cut' | 'session' | 'nothing';
  readonly every: number;
  /** Of a bot that does not repeat, no reply holds what it was told, but for the mixed ones. */
  readonly repeats?: boolean;
};

export type MixingService = AsyncDisposable & {
  readonly url: string;
  /** The ids of the requests whose replies were wrong. */
  readonly wrong: readonly string[];
};

type State = { count: number; before: string; readonly wrong: string[]; readonly mixing: Mixing };

/** A bot that quotes what it was told, in events of three words, as JSON; what is asked before the load is answered well. */
export async function serveMixing(mixing: Mixing): Promise<MixingService> {
  const state: State = { count: 0, before: '', wrong: [], mixing };
  const server = createServer((request, response) => {
    answer(request, response, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wrong: state.wrong,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const text = Buffer.concat(await request.toArray()).toString();
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"voices":["alloy"]}');
    return;
  }
  const { message } = JSON.parse(text) as { readonly message: string };
  const id = String(request.headers['x-request-id']);
  const { is, every, repeats = true } = state.mixing;
  // Requests of the run have its id, before a dash and their index.
  const isOfRun = /^[0-9a-f]{12}-\d+$/.test(id);
  if (isOfRun) state.count += 1;
  const isWrong = isOfRun && is !== 'nothing' && state.count % every === 0 && state.before !== '';
  if (isWrong) state.wrong.push(id);
  const said = isWrong && is === 'mixed' ? state.before : message;
  state.before = message;
  const quoted = `You said: “${said}”. There is much to say of it.`;
  const asked = /please repeat .*: (.*)$/is.exec(said)?.[1];
  const reply = repeats || (isWrong && is === 'mixed') ? (asked ?? quoted) : (asked ?? 'There is much to say of that.');
  const whole = isWrong && is === 'cut' ? reply.slice(0, reply.length / 2) : reply;
  const sessionId = isWrong && is === 'session' ? 'that of all' : `s-${id}`;
  if (request.url?.endsWith('/chat') === true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sessionId, reply: whole }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [part] of whole.matchAll(/(?:\S+\s*){1,3}/gu)) {
    response.write(`data: ${JSON.stringify({ text: part })}\n\n`);
    await after(2);
  }
  response.end(`data: ${JSON.stringify({ sessionId })}\n\n`);
}
