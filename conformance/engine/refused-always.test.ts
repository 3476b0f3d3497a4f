import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesOperation, startHostile, type Hostile, type Misbehaviour } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { checksNamed, judgeTarget, verdictsIn, type JudgedRun } from '../judged-at.testing.ts';

let service: RunningService;
const gateways: Hostile[] = [];
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await service.close();
});

const badGateway: Misbehaviour = (request, response) => {
  request.resume();
  response.writeHead(502).end();
};

/** Judges behind a gateway that answers these requests with 502. */
async function behind(
  on: (request: IncomingMessage) => boolean,
  ids: readonly string[],
  misbehave: Misbehaviour = badGateway,
): Promise<JudgedRun & { readonly gateway: Hostile }> {
  const gateway = await startHostile(misbehave, { behind: service.url, on });
  gateways.push(gateway);
  const { token, otherToken } = service;
  const judged = await judgeTarget(gateway.url, checksNamed(...ids), { token, otherToken, timeoutMs: 10_000 });
  return { ...judged, gateway };
}

const bytesOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);
const longChat = 'chat.text/long-is-no-server-error';
const longPage = 'chat.text/long-page-is-no-server-error';
const hugeChat = 'errors.malformed/huge-body-is-no-server-error-of-chat';
const isChat = matchesOperation('chat');

describe.concurrent('a request that gets 502 each time', () => {
  it('is told for what it is, where a plain one before it is taken each time', async () => {
    const { findings, gateway } = await behind((request) => isChat(request) && bytesOf(request) > 1_000, [longChat]);
    expect(verdictsIn(findings)).toEqual([
      expect.stringMatching(
        /^inconclusive: status 502 each of 15 times that it was sent, while a chat .* taken each of 4 times: no outage/,
      ),
    ]);
    expect(gateway.requests.filter(({ misbehaved }) => misbehaved)).toHaveLength(15);
    expect(findings[0]?.exchanges).toHaveLength(9);
  });
  it('is told so where it is one of several', async () => {
    const { findings } = await behind((request) => isChat(request) && bytesOf(request) > 1_000, [longPage]);
    expect(verdictsIn(findings)).toEqual([expect.stringMatching(/^inconclusive: status 502 each of 15 times/)]);
  });
  it('is told with what it has that others do not', async () => {
    const { findings } = await behind((request) => bytesOf(request) > 100_000, [hugeChat]);
    expect(verdictsIn(findings)).toEqual([
      'inconclusive: status 502 each of 15 times that it was sent, while a chat in a few plain words before was taken each of 4 times: no outage that passes, nor a matter of --concurrency; see what the service, or a proxy in front of it, does with this request, such as with the size of its body: 2.0 MB',
    ]);
  });
  it('is told as an outage where the plain one gets it as well', async () => {
    let passed = 0;
    // The control passes, and every other request of the operation gets a 502.
    const { findings } = await behind((request) => isChat(request) && (passed += 1) > 1, [longChat]);
    expect(verdictsIn(findings)).toEqual([expect.stringMatching(/^inconclusive: status 502 after 3 attempts; /)]);
  });
  it('is told as an outage by 503 and 504, which pass', async () => {
    const { findings, gateway } = await behind(
      (request) => isChat(request) && bytesOf(request) > 1_000,
      [longChat],
      (request, response) => {
        request.resume();
        response.writeHead(504).end();
      },
    );
    expect(verdictsIn(findings)).toEqual([expect.stringMatching(/^inconclusive: status 504 after 3 attempts; /)]);
    expect(gateway.requests.filter(({ misbehaved }) => misbehaved)).toHaveLength(3);
  });
});

it('a request that is answered when it is sent later passes for an outage', async () => {
  let times = 0;
  const { findings } = await behind(
    (request) => isChat(request) && bytesOf(request) > 1_000 && (times += 1) <= 7,
    [longChat],
  );
  expect(verdictsIn(findings)).toEqual([expect.stringMatching(/^inconclusive: status 502 after 3 attempts; /)]);
});
