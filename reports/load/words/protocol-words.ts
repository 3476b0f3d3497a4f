import type { ProtocolCount } from '../../../load/figures/figures.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { pluralize } from '../../text/format.ts';
import { escapeControls } from '../../text/visible.ts';

/** The protocol of the responses. Undefined where there were none, or where the records do not say. */
export function protocolText({ connections: { protocols = [] } }: Pick<Load, 'connections'>): string | undefined {
  const [only, ...others] = protocols;
  if (only === undefined) return undefined;
  if (others.length > 0)
    return protocols.map((each) => `${nameOf(each)} (${pluralize(each.answers, 'answer')})`).join(', ');
  return nameOf(only);
}

/**
 * Notes for a run with several protocols: the times of a stream differ by protocol, and each figure covers all of them.
 */
export function protocolNotes(load: Pick<Load, 'connections'>): readonly string[] {
  const { protocols = [] } = load.connections;
  return protocols.length < 2
    ? []
    : [`the answers came by several protocols, and every figure is of all of them together: ${protocolText(load)}`];
}

/** Most services use HTTP/2 with a client that supports both, so figures of HTTP/1.1 are not what its users see. */
export function protocolAdvice({ connections: { protocols = [] } }: Pick<Load, 'connections'>): string {
  const isOffered = protocols.some(({ protocol }) => protocol === 'HTTP/2.0');
  const isTls = protocols.some(({ tls }) => tls !== undefined);
  return isTls && !isOffered ? '; HTTP/2 is offered only with http2: true in assay.yaml' : '';
}

/** The time of opening a connection is part of the times of the request that opened it. */
export function connectionsText({ connections: { opened, reused } }: Pick<Load, 'connections'>): string {
  return `${opened} opened, ${reused} reused`;
}

/** The usual spelling of a protocol: HTTP/2 has no minor versions (RFC 9113). */
function nameOf({ protocol, tls }: ProtocolCount): string {
  return escapeControls(
    `${protocol === 'HTTP/2.0' ? 'HTTP/2' : protocol} ${tls === undefined ? 'without TLS' : `over ${tls}`}`,
  );
}
