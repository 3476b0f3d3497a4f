import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Whether a proxy can tunnel raw bytes: true for HTTP and HTTPS proxies. */
export function isTunnelling(proxy: string): boolean {
  return /^https?:/.test(proxy);
}

/** Code of the error that says that the proxy refuses to tunnel; the run then sends no raw requests. */
export const refusedTunnel = 'ERR_PROXY_TUNNEL';

/**
 * Opens a connection to the host of a URL through a proxy (RFC 9110 9.3.6), on which nothing is sent yet. Throws where
 * it fails, with the code `refusedTunnel` where the proxy refuses it.
 */
export async function tunnelTo(
  url: string,
  proxy: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connected(new URL(proxy), ca);
  const end = (): void => void socket.destroy(new Error('the tunnel was given up'));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    socket.write(connectRequest(new URL(url), new URL(proxy)));
    const status = await statusOf(socket);
    if (status >= 200 && status < 300) return socket;
    throw Object.assign(new Error(`the proxy opens no tunnel: CONNECT was answered with ${status}`), {
      code: refusedTunnel,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function connected({ protocol, hostname, port }: URL, ca: string | undefined): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isTls = protocol === 'https:';
  const where = { host, port: Number(port) || (isTls ? 443 : 80), allowHalfOpen: true };
  if (!isTls) return connectPlain(where);
  return connectTls({ ...where, ...(ca === undefined ? {} : { ca }), ALPNProtocols: ['http/1.1'] });
}

function connectRequest(url: URL, { username, password }: URL): string {
  const authority = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization =
    username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`;
}

/** Status of the answer to CONNECT. Nothing can follow its header before the tunnel is used. */
async function statusOf(socket: Socket): Promise<number> {
  let head = '';
  return new Promise((resolve, reject) => {
    const read = (piece: Buffer): void => {
      head += piece.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      socket.pause();
      resolve(Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0));
    };
    socket.on('data', read);
    socket.once('error', reject);
    socket.once('end', () =>
      reject(Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' })),
    );
  });
}
