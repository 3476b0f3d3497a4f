import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { noAnswerFrom } from '../../conformance/http/no-answer.ts';
import { isProxied } from '../../conformance/http/proxied.ts';
import type { Diagnostic } from '../../reports/doctor.ts';
import { missing, note, ok } from './diagnostic.ts';

/** A certificate that ends within this many days gets a note. */
const soonDays = 14;

type Way = { readonly url: URL; readonly ca: string | undefined; readonly timeoutMs: number };

/** Whether the target accepts connections and, over TLS, whether assay accepts its certificate. */
export async function connectionDiagnostics(way: Way): Promise<readonly Diagnostic[]> {
  if (isProxied(way.url.href)) return [ok('connection', 'through a proxy, so only its answers can be checked')];
  const tcp = await opened(connect(endOf(way.url)), 'connect', way.timeoutMs);
  if (tcp.is === 'failed')
    return [missing('connection', tcp.because, 'is the target right, is it up, and may this machine reach it?')];
  tcp.socket.destroy();
  const reached = ok('connection', `${way.url.hostname} port ${endOf(way.url).port} takes connections`);
  return way.url.protocol === 'https:' ? [reached, await certificateLook(way)] : [reached];
}

async function certificateLook({ url, ca, timeoutMs }: Way): Promise<Diagnostic> {
  const { host, port } = endOf(url);
  // Invalid certificates are accepted here in order to examine them, and nothing is sent.
  const options = { host, port, servername: isAddress(host) ? '' : host, ca, rejectUnauthorized: false };
  const tls = await opened(connectTls(options), 'secureConnect', timeoutMs);
  if (tls.is === 'failed') return missing('TLS', tls.because, 'does the target speak TLS on this port?');
  const { authorized, authorizationError } = tls.socket;
  const { valid_to: until } = tls.socket.getPeerCertificate();
  tls.socket.destroy();
  return certificateDiagnostic(Date.parse(until), authorized ? undefined : String(authorizationError), Date.now());
}

export function certificateDiagnostic(untilMs: number, wrong: string | undefined, nowMs: number): Diagnostic {
  const days = Math.floor((untilMs - nowMs) / 86_400_000);
  const until = Number.isNaN(untilMs) ? '' : `, valid until ${new Date(untilMs).toISOString().slice(0, 10)}`;
  if (wrong !== undefined)
    return missing(
      'TLS',
      `the certificate is not trusted: ${wrong}${until}`,
      'trust its authority with --ca FILE, or fix the certificate',
    );
  const found = `the certificate is trusted${until}`;
  return days < soonDays ? note('TLS', found, `it ends in ${days} days: renew it`) : ok('TLS', found);
}

type Opened<S> = { readonly is: 'open'; readonly socket: S } | { readonly is: 'failed'; readonly because: string };

function opened<S extends Socket | TLSSocket>(socket: S, event: string, timeoutMs: number): Promise<Opened<S>> {
  return new Promise((resolve) => {
    const failed = (because: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ is: 'failed', because });
    };
    const timer = setTimeout(() => failed(`no answer within ${timeoutMs / 1_000} s`), timeoutMs);
    socket.once('error', (error) => failed(noAnswerFrom(error, { timedOut: false, interrupted: false }, 0).detail));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve({ is: 'open', socket });
    });
  });
}

function endOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}
