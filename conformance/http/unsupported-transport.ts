import type { Exchange } from '../model/exchange.ts';
import type { Reason } from '../model/run.ts';
import { refusedTunnel } from './tunnel.ts';

/** Reason why raw requests cannot reach this target, which says nothing of its behaviour. */
export function unsupportedTransport(why: string): Reason {
  return { because: `raw requests cannot reach it: ${why}`, about: { is: 'transport', kind: 'raw' } };
}

/** Code of the TLS alert with which a target refuses HTTP/1.1 (RFC 7301 3.2). */
const noHttp1 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** Reason why no raw request can reach the target, if this exchange shows it; undefined otherwise. */
export function unsupportedTransportIn({
  request,
  response,
}: Pick<Exchange, 'response'> & { readonly request: { readonly raw?: unknown } }): Reason | undefined {
  if (request.raw === undefined || response.is === 'answer') return undefined;
  if (response.code === noHttp1) return unsupportedTransport('it speaks no HTTP/1.1');
  return response.code === refusedTunnel ? unsupportedTransport(response.detail) : undefined;
}
