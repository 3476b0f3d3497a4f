import type { HeaderFields } from '../../conformance/model/exchange.ts';

const endOfHead = '\r\n\r\n';

/** Raw bytes after the first header: the body as written, with its framing. */
export function rawBodyOf(raw: string): string {
  const end = raw.indexOf(endOfHead);
  return end < 0 ? '' : raw.slice(end + endOfHead.length);
}

/** The valid fields of that header. */
export function fieldsOfRaw(raw: string): HeaderFields {
  const [, ...lines] = (raw.split(endOfHead, 1)[0] ?? '').split('\r\n');
  return lines.flatMap((line): HeaderFields => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]];
  });
}
