/** Describes how the framing of a body broke; undefined where the error has another cause. */
export function framingBrokenBy(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, because] = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/s.exec(error.message) ?? [];
  // After the beginning of a body only its trailer section has fields.
  const isTrailer = because !== undefined && /header|content-length|transfer-encoding/i.test(because);
  if (because === undefined || !(isTrailer || /chunk/i.test(because))) return undefined;
  const rest = 'data' in error && typeof error.data === 'string' ? error.data : '';
  const at = rest === '' ? '' : `, at ${excerpt(rest)}`;
  if (because === 'Chunk size overflow') return `the size of a chunk is beyond 64 bits${at}`;
  // The parser accepts an extension but no blanks before it; senders must not write blanks there (RFC 9112 7.1.1).
  if (because === 'Invalid character in chunk size' && rest.startsWith(';'))
    return `spaces or tabs stand between the size of a chunk and its extension${at}`;
  if (because === 'Invalid character in chunk size') return `the size of a chunk is not a hexadecimal number${at}`;
  if (isTrailer) return `a trailer field breaks the grammar of HTTP (${because})${at}`;
  return `a chunk breaks the grammar of HTTP (${because})${at}`;
}

const mostShown = 40;

/** Quotes only the line at which the framing broke, since anything may follow it. */
function excerpt(data: string): string {
  const line = data.startsWith('\r\n') ? data.slice(0, 2) : (data.split('\r\n')[0] ?? '');
  return JSON.stringify(line.slice(0, mostShown)) + (line.length > mostShown ? '…' : '');
}
