import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validExcept, type Behaviour } from '../fixtures/index.ts';
import { everyCheck } from './every.ts';
import { judgeService } from './judged.testing.ts';
import type { Finding } from './model/run.ts';
import { judgeTarget } from './judged-at.testing.ts';

/** What a service answers that knows nothing of the interface. */
type Nonsense = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const json = { 'content-type': 'application/json' };
const page = '<!doctype html>\n<html><body><h1>Welcome</h1></body></html>\n';
const error = JSON.stringify({ error: { code: 'no', message: 'No.', details: {} } });

/** What is answered to every request. */
export const nonsense = {
  'a web page with 200': { status: 200, headers: { 'content-type': 'text/html' }, body: page },
  'a web page with 500': { status: 500, headers: { 'content-type': 'text/html' }, body: page },
  'nothing with 200': { status: 200 },
  'nothing with 204': { status: 204 },
  'an empty object with 200': { status: 200, headers: json, body: '{}' },
  'a right error with 401': { status: 401, headers: { ...json, 'www-authenticate': 'Bearer' }, body: error },
  'a right error with 402': { status: 402, headers: json, body: error },
  'a right error with 404': { status: 404, headers: json, body: error },
} as const satisfies Readonly<Record<string, Nonsense>>;

const stream = { 'content-type': 'text/event-stream' };

type Operation = 'chat' | 'stream' | 'speech';

/** What one operation answers, in the place of a service whose others are right, and the families of checks about it. */
export const nonsenseInPlaces = {
  'speech: an empty object': ['speech', ['speech'], nonsense['an empty object with 200']],
  'speech: a web page': ['speech', ['speech'], nonsense['a web page with 200']],
  'speech: a right error': ['speech', ['speech'], { status: 400, headers: json, body: error }],
  'stream: no event': ['stream', ['stream'], { status: 200, headers: stream, body: ': hello\n\n' }],
  'stream: a chat response': ['stream', ['stream'], { status: 200, headers: json, body: '{"sessionId":"a"}' }],
  'chat: an empty object': ['chat', ['chat', 'sessions'], nonsense['an empty object with 200']],
  'chat: a right error': ['chat', ['chat', 'sessions'], { status: 400, headers: json, body: error }],
} as const satisfies Readonly<Record<string, readonly [Operation, readonly string[], Nonsense]>>;

/** Every check of these families that a service passes which answers one operation so. */
export async function passedInPlace([operation, families, { status, headers = {}, body = '' }]: readonly [
  Operation,
  readonly string[],
  Nonsense,
]): Promise<readonly string[]> {
  const throughEdge: Behaviour['throughEdge'] = (answer, _call, asked) =>
    asked === operation ? { status, headers, body } : answer;
  const ofThem = everyCheck.filter(({ id }) => families.some((family) => id.startsWith(`${family}.`)));
  return passedIn(await judgeService(validExcept({ throughEdge }), ofThem));
}

function passedIn(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ check, verdict }) => (verdict.is === 'pass' ? [check] : [])).toSorted();
}

/** Every check that a service passes which answers each request so, without a provisioner. */
export async function passedBy({ status, headers, body }: Nonsense): Promise<readonly string[]> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, headers).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tokens = { token: 'a-token-for-nonsense', otherToken: 'another-one-for-it' };
    const { findings } = await judgeTarget(target, everyCheck, { suite: everyCheck, ...tokens, timeoutMs: 1_500 });
    return passedIn(findings);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
