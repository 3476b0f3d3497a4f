import type { ProtocolCount } from '../../../load/figures/figures.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { counted } from '../../text/format.ts';
import { visible } from '../../text/visible.ts';

/** By which protocol the answers came; `undefined` where none did, or the records do not tell. */
export function protocolText({ connections: { protocols = [] } }: Pick<Load, 'connections'>): string | undefined {
  const [only, ...others] = protocols;
  if (only === undefined) return undefined;
  if (others.length > 0)
    return protocols.map((each) => `${nameOf(each)} (${counted(each.answers, 'answer')})`).join(', ');
  return nameOf(only);
}

/** The times of a stream differ by protocol: what is of several is told of each figure. */
export function protocolNotes(load: Pick<Load, 'connections'>): readonly string[] {
  const { protocols = [] } = load.connections;
  return protocols.length < 2
    ? []
    : [`the answers came by several protocols, and every figure is of all of them together: ${protocolText(load)}`];
}

/** A client that takes both is given HTTP/2 by most services, so that such figures are not what its users see. */
export function protocolAdvice({ connections: { protocols = [] } }: Pick<Load, 'connections'>): string {
  const isOffered = protocols.some(({ protocol }) => protocol === 'HTTP/2.0');
  const isTls = protocols.some(({ tls }) => tls !== undefined);
  return isTls && !isOffered ? '; HTTP/2 is offered only with http2: true in assay.yaml' : '';
}

/** What opening connections took is in the times of the requests that opened them. */
export function connectionsText({ connections: { opened, reused } }: Pick<Load, 'connections'>): string {
  return `${opened} opened, ${reused} reused`;
}

/** As most people write it: HTTP/2 has no minor versions (RFC 9113). */
function nameOf({ protocol, tls }: ProtocolCount): string {
  return visible(
    `${protocol === 'HTTP/2.0' ? 'HTTP/2' : protocol} ${tls === undefined ? 'without TLS' : `over ${tls}`}`,
  );
}
