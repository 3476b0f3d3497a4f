import type { Exchange } from '../model/exchange.ts';

/** Node's code for a stream of HTTP/2 that was reset, and its sentence with the error code of RFC 9113 7: not by whom. */
const resetCode = 'ERR_HTTP2_STREAM_ERROR';
const errorCode = /NGHTTP2_([A-Z_]+)/;

/** The error code by which the stream of a request was reset; undefined where it was not. */
export function resetOf({ response }: Exchange): string | undefined {
  if (response.is !== 'noAnswer' || response.because !== 'dropped' || response.code !== resetCode) return undefined;
  return errorCode.exec(response.detail)?.[1];
}

/** By which our own client resets a stream, where what comes breaks HTTP/2 or is more than it takes (RFC 9113 5.4.2, 10.5). */
const alsoOurs = ['PROTOCOL_ERROR', 'ENHANCE_YOUR_CALM', 'FLOW_CONTROL_ERROR', 'FRAME_SIZE_ERROR', 'COMPRESSION_ERROR'];

/** What is said of it. */
export function resetWords(error: string, after: string): string {
  return alsoOurs.includes(error)
    ? `the stream was reset after ${after} (${error}): by the service, or by the HTTP/2 client of assay for what the service had sent`
    : `the stream was reset after ${after} (${error})`;
}

/**
 * True where a request with a malformed path was turned away by HTTP/2 itself: it asks for a stream error of the type
 * PROTOCOL_ERROR (RFC 9113 8.1.1), and not for an answer.
 */
export function isTurnedAway(exchange: Exchange): boolean {
  return resetOf(exchange) === 'PROTOCOL_ERROR' && /%(?![0-9a-f]{2})/i.test(exchange.request.url);
}
