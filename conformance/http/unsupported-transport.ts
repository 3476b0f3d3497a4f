import type { Exchange } from '../model/exchange.ts';
import type { Reason } from '../model/run.ts';
import { refusedTunnel } from './tunnel.ts';

/** Why requests that are written byte by byte cannot reach this target, whatever it is like. */
export function unsupportedTransport(why: string): Reason {
  return { because: `raw requests cannot reach it: ${why}`, about: { is: 'transport', kind: 'raw' } };
}

/** A target without HTTP/1.1 says so in the TLS handshake (RFC 7301 3.2). */
const noHttp1 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** Why there is no way for any request that is written byte by byte, where this one shows it. */
export function unsupportedTransportIn({
  request,
  response,
}: Pick<Exchange, 'response'> & { readonly request: { readonly raw?: unknown } }): Reason | undefined {
  if (request.raw === undefined || response.is === 'answer') return undefined;
  if (response.code === noHttp1) return unsupportedTransport('it speaks no HTTP/1.1');
  return response.code === refusedTunnel ? unsupportedTransport(response.detail) : undefined;
}
