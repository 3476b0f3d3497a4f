import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestAuthority } from '../../conformance/evidence/stamps/authority.testing.ts';

type Heard = { readonly method: string; readonly headers: IncomingMessage['headers']; readonly query: Buffer };
type Answering = (query: Buffer, answer: ServerResponse, nth: number) => void;

export type AuthorityServer = {
  readonly url: string;
  readonly heard: readonly Heard[];
  readonly close: () => Promise<void>;
};

/** Serves a timestamp authority on loopback; `answering` replaces its answer to the request with a given number. */
export async function serveAuthority(authority: TestAuthority, answering?: Answering): Promise<AuthorityServer> {
  const heard: Heard[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const query = Buffer.concat(parts);
      heard.push({ method: request.method ?? '', headers: request.headers, query });
      const usual = (): void => {
        answer.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(authority.answer(query));
      };
      if (answering === undefined) usual();
      else answering(query, answer, heard.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`, heard, close };
}
