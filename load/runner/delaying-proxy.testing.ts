import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way that keeps every byte for so long in each direction. TCP's own round trip ends at it. */
export async function delayingProxy(
  to: string,
  eachWayMs: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(to);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(held(eachWayMs)).pipe(far);
    far.pipe(held(eachWayMs)).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function held(ms: number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      setTimeout(() => done(null, chunk), ms);
    },
  });
}
