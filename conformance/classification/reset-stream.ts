import type { Exchange } from '../model/exchange.ts';

/**
 * Node's code for a reset stream of HTTP/2, and its message with the error code of RFC 9113 7, which does not say who
 * reset it.
 */
const resetCode = 'ERR_HTTP2_STREAM_ERROR';
const errorCode = /NGHTTP2_([A-Z_]+)/;

/** The error code with which the stream of a request was reset; undefined where it was not. */
export function resetCodeOf({ response }: Exchange): string | undefined {
  if (response.is !== 'noAnswer' || response.because !== 'dropped' || response.code !== resetCode) return undefined;
  return errorCode.exec(response.detail)?.[1];
}

/**
 * Codes with which assay's own client also resets a stream, where the data breaks HTTP/2 or is too much (RFC 9113
 * 5.4.2, 10.5).
 */
const alsoOurs = ['PROTOCOL_ERROR', 'ENHANCE_YOUR_CALM', 'FLOW_CONTROL_ERROR', 'FRAME_SIZE_ERROR', 'COMPRESSION_ERROR'];

export function resetText(error: string, after: string): string {
  return alsoOurs.includes(error)
    ? `the stream was reset after ${after} (${error}): by the service, or by the HTTP/2 client of assay for what the service had sent`
    : `the stream was reset after ${after} (${error})`;
}

/**
 * True where HTTP/2 itself turned a request with a malformed path away: the standard asks for a stream error of the
 * type PROTOCOL_ERROR (RFC 9113 8.1.1), and not for an answer.
 */
export function isRejectedByHttp2(exchange: Exchange): boolean {
  return resetCodeOf(exchange) === 'PROTOCOL_ERROR' && /%(?![0-9a-f]{2})/i.test(exchange.request.url);
}
