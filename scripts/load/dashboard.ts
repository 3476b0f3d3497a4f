import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Where k6 shows its dashboard unless told otherwise. */
const usualPort = 5665;

/** The port of K6_WEB_DASHBOARD_PORT, else the usual one, else, where that is taken, any that is free. */
export async function dashboardPort(env: NodeJS.ProcessEnv): Promise<number> {
  const given = Number(env['K6_WEB_DASHBOARD_PORT'] ?? usualPort);
  return (await freePort(given)) ?? (await freePort(0)) ?? usualPort;
}

async function freePort(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const found = (server.address() as AddressInfo).port;
    server.close();
    await once(server, 'close');
    return found;
  } catch {
    return undefined;
  }
}
