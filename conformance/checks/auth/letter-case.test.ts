import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';

const token = 'kEy-oF-soMebOdy-7';

/** How a service recognises a token that it gave out; `seen` are the tokens that came before on the same connection. */
type Knows = (presented: string, seen: readonly string[]) => boolean;

const asItIs: Knows = (presented) => presented === token;
const inAnyCase: Knows = (presented) => presented.toLowerCase() === token.toLowerCase();
/** Jetty replaces a field value by one that the connection has carried before and that differs only in letter case. */
const asSeenBefore: Knows = (presented, seen) =>
  presented === token || (inAnyCase(presented, seen) && seen.includes(token));

/** The verdicts with the swapped token, on a fresh connection and on any, and the number of chats sent with it. */
async function judged(knows: Knows, given = token): Promise<{ verdicts: readonly string[]; chats: number }> {
  const seenOn = new WeakMap<Socket, string[]>();
  const server = createServer((request, response) => {
    const presented = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const seen = seenOn.get(request.socket) ?? [];
    const [status, body] = knows(presented === given ? token : presented, seen)
      ? [200, { sessionId: 's', bots: [{ botId: 'b' }] }]
      : [401, { error: { code: 'wrong_token', message: 'This token is not known.', details: null } }];
    seenOn.set(request.socket, [...seen, presented]);
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', 'www-authenticate': 'Bearer' });
      response.end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const checks = checksNamed(
    'auth.token/in-other-case-is-refused-on-a-new-connection',
    'auth.token/in-other-case-is-refused',
  );
  // One request at a time, so that the swapped token uses the connection that carried the token.
  const how = { token: given, concurrency: 1, timeoutMs: 1_500 };
  const { findings, exchanges } = await judgeTarget(`http://127.0.0.1:${port}`, checks, how);
  server.closeAllConnections();
  server.close();
  const sent = exchanges.filter(({ probe }) => probe.includes('swapped'));
  return { verdicts: verdictsIn(findings).map((verdict) => verdict.replace(/:.*/, '')), chats: sent.length };
}

it('a service that tells letter case apart passes, and is asked once', async () => {
  expect(await judged(asItIs)).toEqual({ verdicts: ['pass', 'pass'], chats: 1 });
});

it('one that does not fails, as the first request of a connection shows too', async () => {
  expect(await judged(inAnyCase)).toEqual({ verdicts: ['fail', 'fail'], chats: 2 });
});

it('where only the connection was confused, that is a SHOULD', async () => {
  expect(await judged(asSeenBefore)).toEqual({ verdicts: ['pass', 'fail'], chats: 2 });
});

it.each(['31415926', '9f86d081884c7d65', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'lusab-babad-gutih'])(
  'a token that may be the same in other letter case says nothing: %s',
  async (given) => {
    for (const knows of [asItIs, inAnyCase])
      expect(await judged(knows, given)).toEqual({ verdicts: ['notApplicable', 'notApplicable'], chats: 0 });
  },
);
