import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { markedMessage } from '../../load/content/marks.ts';

/** What is wrong with every so manieth of the replies that are asked for under load, from the one behind `from` on. */
export type Mixing = {
  /**
   * `mixed`: it is the reply to another request; `stale`: to one of another run; `tail`: it ends as that to another. `cut`:
   * it ends in its midst. `polite`: it says nothing of what was asked. `session`: it names one of others. `page`: its Content-Type is that of a
   * page, `charset`: of another charset. `moody`: it is polite from the run's first reply on, to whoever asks.
   */
  readonly is: 'mixed' | 'stale' | 'tail' | 'cut' | 'polite' | 'session' | 'page' | 'charset' | 'moody' | 'nothing';
  readonly every: number;
  readonly bot?: keyof typeof bots;
  /** Letters are escaped in the JSON of its events. */
  readonly escapes?: true;
};

/**
 * What is said to a message: by who quotes it, quotes it in capitals, quotes its first 200 letters, does what it is told, or
 * does none of these.
 */
const bots = {
  quotes: (message: string) => `You said: “${message}”. There is much to say of it.`,
  shouts: (message: string) => `You said: “${message}”!`.toUpperCase(),
  cuts: (message: string) => `You said: “${message.slice(0, 200)}”.`,
  obeys: (message: string) => message.match(/zx[a-z]{10}/g)?.join(', and at last ') ?? polite,
  chats: () => polite,
} as const;

const polite = 'There is much to say of that.';

type MixingService = AsyncDisposable & {
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

function wrongOf(is: Mixing['is'], right: string, before: string): string {
  if (is === 'mixed') return bots.quotes(before);
  if (is === 'stale') return bots.quotes(markedMessage(1_234_567_890, 17, 'Tell me about old maps.'));
  if (is === 'tail') return right + before.slice(-30);
  if (is === 'polite' || is === 'moody') return polite;
  return is === 'cut' ? right.slice(0, right.length / 2) : right;
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const text = Buffer.concat(await request.toArray()).toString();
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"voices":["alloy"]}');
    return;
  }
  const { message } = JSON.parse(text) as { readonly message: string };
  const id = String(request.headers['x-request-id']);
  const { is, every, bot = 'quotes', escapes } = state.mixing;
  // Requests of the run have its id, before a dash and their index.
  const isOfRun = /^[0-9a-f]{12}-\d+$/.test(id);
  const isCounted = isOfRun || (is === 'moody' && state.count > 0);
  if (isCounted) state.count += 1;
  const isWrong = isCounted && is !== 'nothing' && state.count % every === 0 && state.before !== '';
  if (isWrong) state.wrong.push(id);
  const asked = /please repeat .*: (.*)$/is.exec(message)?.[1];
  const right = asked ?? bots[bot](message);
  const whole = isWrong ? wrongOf(is, right, state.before) : right;
  state.before = message;
  const sessionId = isWrong && is === 'session' ? 'that of all' : `s-${id}`;
  const typeOf = (right: string): string =>
    isWrong && is === 'page' ? 'text/html' : isWrong && is === 'charset' ? `${right}; charset=utf-16` : right;
  if (request.url?.endsWith('/chat') === true) {
    response
      .writeHead(200, { 'content-type': typeOf('application/json') })
      .end(JSON.stringify({ sessionId, reply: whole }));
    return;
  }
  response.writeHead(200, { 'content-type': typeOf('text/event-stream') });
  for (const [part] of whole.matchAll(/(?:\S+\s*){1,3}/gu)) {
    const data = JSON.stringify({ text: part });
    response.write(`data: ${escapes ? data.replaceAll('z', String.raw`\u007a`) : data}\n\n`);
    await after(2);
  }
  response.end(`data: ${JSON.stringify({ sessionId })}\n\n`);
}
