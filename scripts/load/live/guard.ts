import type { IncomingMessage } from 'node:http';
import { isSameSecret } from '../../input/same-secret.ts';

/** Who may see, and stop, a run: whoever was told its address, from a page of that address only. */
type Guard = { readonly token: string; readonly port: number };

type PageRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What is asked for, `''` being the page itself; or the status of a refusal. */
type Entry =
  | { readonly is: 'let in'; readonly path: string }
  | { readonly is: 'refused'; readonly status: 403 | 404; readonly because: string };

/**
 * Another site can make a browser ask here under a name of its own that it lets point to this machine: hence the Host. It
 * can also send a form or a script here, though not under our Origin. Without the token there is nothing to be found.
 */
export function admit({ method = '', url = '', headers }: PageRequest, { token, port }: Guard): Entry {
  const own = `127.0.0.1:${port}`;
  if (headers.host !== own) return refused(403, `the Host of a request is expected to be ${own}`);
  const { origin } = headers;
  const isOwn = origin === `http://${own}`;
  if (origin !== undefined && !isOwn) return refused(403, `the Origin of a request is expected to be http://${own}`);
  const [, given = '', ...rest] = url.split('/');
  if (!isSameSecret(given, token) || rest.length !== 1) return refused(404, 'there is nothing at this address');
  // Browsers name the origin of every POST.
  if (method === 'POST' && !isOwn) return refused(403, `a POST is expected to have the Origin http://${own}`);
  return { is: 'let in', path: rest[0] ?? '' };
}

function refused(status: 403 | 404, because: string): Entry {
  return { is: 'refused', status, because };
}
