import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a monitoring system was sent: bodies by path, as they came. */
export type Receiver = {
  readonly port: number;
  readonly bodies: (path: string) => readonly Buffer[];
  readonly close: () => Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: { readonly path: string; readonly body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(pieces) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    bodies: (path) => received.filter((each) => each.path === path).map(({ body }) => body),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One series: its name, its labels, and its last number, or of a histogram how many it counted. */
type Series = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Of a body of Prometheus' remote write 1.0, which is in Snappy's block format. */
export function remoteWritten(body: Buffer): readonly Series[] {
  return all(unsnapped(body), 1).map((series) => {
    const labels = Object.fromEntries(all(series, 1).map((label) => [textOf(label, 1), textOf(label, 2)]));
    const sample = all(series, 2).at(-1) ?? Buffer.alloc(0);
    // What is 0 is left out.
    const value = all(sample, 1)[0]?.readDoubleLE() ?? 0;
    return { name: labels['__name__'] ?? '', labels, value };
  });
}

/** Of a body of OTLP over HTTP: its histograms. */
export function otlpHistograms(body: Buffer): readonly (Series & { readonly unit: string })[] {
  const scopes = all(body, 1).flatMap((resource) => all(resource, 2));
  return scopes
    .flatMap((scope) => all(scope, 2))
    .flatMap((metric) => {
      const [name, unit] = [textOf(metric, 1), textOf(metric, 3)];
      const points = all(metric, 9).flatMap((histogram) => all(histogram, 1));
      return points.map((point) => ({
        name,
        unit,
        labels: Object.fromEntries(
          all(point, 9).map((pair) => [textOf(pair, 1), textOf(all(pair, 2)[0] ?? Buffer.alloc(0), 1)]),
        ),
        value: Number(all(point, 4)[0]?.readBigUInt64LE() ?? 0),
      }));
    });
}

/** The fields of a message of Protocol Buffers with this number: the bytes of each, of fixed numbers too. */
function all(message: Buffer, field: number): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < message.length;) {
    const [tag, start] = varint(message, at);
    const wire = tag & 7;
    let end = start;
    let from = start;
    if (wire === 0) [, end] = varint(message, start);
    else if (wire === 1) end = start + 8;
    else if (wire === 5) end = start + 4;
    else {
      const [length, content] = varint(message, start);
      [from, end] = [content, content + length];
    }
    if (tag >> 3 === field) found.push(message.subarray(from, end));
    at = end;
  }
  return found;
}

function varint(bytes: Buffer, from: number): readonly [value: number, end: number] {
  let [value, factor, at] = [0, 1, from];
  for (; (bytes[at] ?? 0) >= 128; at += 1) {
    value += ((bytes[at] ?? 0) & 127) * factor;
    factor *= 128;
  }
  return [value + (bytes[at] ?? 0) * factor, at + 1];
}

function unsnapped(bytes: Buffer): Buffer {
  const [length, start] = varint(bytes, 0);
  const out = Buffer.alloc(length);
  let [at, to] = [start, 0];
  const copy = (offset: number, count: number): void => {
    for (let each = 0; each < count; each += 1, to += 1) out[to] = out[to - offset] ?? 0;
  };
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    at += 1;
    const kind = tag & 3;
    if (kind === 0) {
      const more = Math.max(0, (tag >> 2) - 59);
      const count = more === 0 ? (tag >> 2) + 1 : bytes.readUIntLE(at, more) + 1;
      at += more;
      to += bytes.copy(out, to, at, at + count);
      at += count;
    } else if (kind === 1) {
      copy(((tag >> 5) << 8) | (bytes[at] ?? 0), ((tag >> 2) & 7) + 4);
      at += 1;
    } else {
      const width = kind === 2 ? 2 : 4;
      copy(bytes.readUIntLE(at, width), (tag >> 2) + 1);
      at += width;
    }
  }
  return out;
}

function textOf(message: Buffer, field: number): string {
  return String(all(message, field)[0] ?? '');
}
