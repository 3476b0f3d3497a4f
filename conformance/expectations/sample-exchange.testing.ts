import type { Answer, Exchange, HeaderFields, OnWire, Operation, Role } from '../model/exchange.ts';

type AnswerParts = {
  readonly status?: number;
  readonly headers?: HeaderFields;
  readonly body?: string | Uint8Array | Readonly<Record<string, unknown>> | readonly unknown[];
  readonly chunks?: Answer['chunks'];
  readonly ending?: Answer['ending'];
  readonly brokenBy?: string;
  readonly stalledMs?: number;
  readonly operation?: Operation;
  readonly id?: string;
  readonly place?: number;
  readonly role?: Role;
  readonly sent?: unknown;
  readonly method?: string;
  readonly onWire?: Partial<OnWire>;
};

/** An exchange for the tests of expectations: 200, JSON, whole, unless the test says otherwise. */
export function answered(parts: AnswerParts = {}): Exchange {
  const {
    status = 200,
    headers = [['Content-Type', 'application/json']],
    ending = 'complete',
    operation = 'other',
    id = 'probe#1',
  } = parts;
  const body = bytesOf(parts.body ?? '');
  const response: Answer = {
    is: 'answer',
    status,
    headers,
    headersAtMs: 1,
    body,
    chunks: parts.chunks ?? [{ atMs: 2, bytes: body.length }],
    ending,
    ...(parts.brokenBy === undefined ? {} : { brokenBy: parts.brokenBy }),
    endedAtMs: parts.chunks?.at(-1)?.atMs ?? 3,
    stalledMs: parts.stalledMs ?? 0,
    ...(parts.onWire === undefined ? {} : { onWire: { ...plainWire, ...parts.onWire } }),
  };
  const exchange = exchangeWith(response, operation, id, parts.sent);
  return {
    ...exchange,
    ...(parts.place === undefined ? {} : { place: parts.place }),
    ...(parts.role === undefined ? {} : { role: parts.role }),
    request: { ...exchange.request, method: parts.method ?? exchange.request.method },
  };
}

const plainWire: OnWire = { version: '1.1', interim: [], rest: '', closed: true, hasty: false };

/** An exchange that got no response. */
export function unanswered(
  because: 'refused' | 'timeout' | 'dropped' | 'malformed' | 'notHttp' | 'tooMuch' | 'dns' | 'tls' | 'left',
  operation: Operation = 'other',
): Exchange {
  return exchangeWith(
    { is: 'noAnswer', because, detail: 'the detail', endedAtMs: 10_000 },
    operation,
    'probe#1',
    undefined,
  );
}

function exchangeWith(response: Exchange['response'], operation: Operation, id: string, sent: unknown): Exchange {
  const body = sent === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(sent), 'utf8');
  const request = { method: 'POST', url: 'http://service.test/v1/x', headers: [], body };
  // An id is `<probe>#<place>`, and may have a suffix for a further attempt.
  const [probe = '', behind = ''] = id.split('#');
  const place = Number.parseInt(behind, 10) || 1;
  return { id, probe, place, operation, attempt: 1, startedAt: '2026-01-01T00:00:00.000Z', request, response };
}

function bytesOf(body: NonNullable<AnswerParts['body']>): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}
