import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a provisioner does when a workspace is given back; `take` has the service take it. */
type OnDelete = (response: ServerResponse, take: () => Promise<void>) => unknown;

type Options = {
  readonly onDelete?: OnDelete;
  /** What the provisioner answers instead of what the service did. */
  readonly answering?: (made: Made) => object;
  /** Runs before the answer to each request for a workspace. */
  readonly beforeMade?: (number: number) => Promise<void>;
};

type Made = { readonly token: string; readonly botId: string };

/** A provisioner in front of that of the reference service, which remembers what it was asked. */
export type LeasingProvisioner = {
  readonly url: string;
  /** Tokens in the order in which they were made, and in which they were to be deleted. */
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  /** The most that were to be deleted at once. */
  readonly maxConcurrent: () => number;
  readonly close: () => Promise<void>;
};

export async function startProvisioner(behind: string, options: Options = {}): Promise<LeasingProvisioner> {
  const { onDelete = defaultOnDelete, answering = saysSo, beforeMade } = options;
  const [made, deleted]: [string[], string[]] = [[], []];
  let [now, most, asked] = [0, 0, 0];
  const forwarded = async (body: string): Promise<Made> => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(behind, { method: 'POST', headers, body })).json() as Promise<Made>;
  };
  const serve = async (body: string, response: ServerResponse): Promise<void> => {
    const token = (JSON.parse(body) as { readonly delete?: string }).delete;
    if (token === undefined) {
      const answer = await forwarded(body);
      made.push(answer.token);
      await beforeMade?.((asked += 1));
      response.end(JSON.stringify(answering(answer)));
      return;
    }
    deleted.push(token);
    now += 1;
    most = Math.max(most, now);
    response.once('close', () => (now -= 1));
    await onDelete(response, async () => void (await forwarded(body)));
  };
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => serve(body, response))
      .catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    created: made,
    deleted,
    maxConcurrent: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const defaultOnDelete: OnDelete = async (response, take) => {
  await take();
  response.end('{}');
};

const saysSo = (made: Made): object => ({ ...made, deletes: true });
