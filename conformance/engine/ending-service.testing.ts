import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A server in front of a service. It forwards until a request has these letters: then every connection ends, and none
 * is accepted any more, or none for `awayMs`. This happens `times` times, and each time where that is absent.
 */
export async function startEndingBy(
  letters: string,
  behind: string,
  { awayMs, times = Infinity }: { readonly awayMs?: number; readonly times?: number } = {},
): Promise<{ readonly url: string; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  let back: NodeJS.Timeout | undefined;
  let left = times;
  const end = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    const service = connect(Number(new URL(behind).port), '127.0.0.1');
    for (const socket of [client, service]) sockets.add(socket.on('error', () => undefined));
    client.on('data', (bytes) => {
      if (left === 0 || !bytes.includes(letters)) return service.write(bytes);
      left -= 1;
      end();
      if (awayMs !== undefined) back = setTimeout(() => server.listen(port, '127.0.0.1'), awayMs);
    });
    client.on('close', () => service.destroy());
    service.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      clearTimeout(back);
      end();
    },
  };
}
