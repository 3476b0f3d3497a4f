import type { Exchange } from '../model/exchange.ts';
import { refusedTunnel } from './tunnel.ts';

/** Begins each reason for which requests that are written byte by byte cannot reach this target, whatever it is like. */
export const unsupportedTransport = 'raw requests cannot reach it: ';

/** A target without HTTP/1.1 says so in the TLS handshake (RFC 7301 3.2). */
const noHttp1 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** Why there is no way for any request that is written byte by byte, where this one shows it. */
export function unsupportedTransportIn({
  request,
  response,
}: Pick<Exchange, 'response'> & { readonly request: { readonly raw?: unknown } }): string | undefined {
  if (request.raw === undefined || response.is === 'answer') return undefined;
  if (response.detail.startsWith(noHttp1)) return `${unsupportedTransport}it speaks no HTTP/1.1`;
  return response.detail.startsWith(refusedTunnel)
    ? `${unsupportedTransport}${response.detail.slice(refusedTunnel.length + 2)}`
    : undefined;
}
