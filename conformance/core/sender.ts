import type { Exchange, HeaderFields } from './exchange.ts';
import { placeholders, type Call, type Probe } from './probe.ts';
import { maskAnswer } from './mask-answer.ts';
import { maskText, reveal, secretsInFields, type Secrets } from './secrets.ts';
import type { Transport, WireRequest } from './transport.ts';

export type SenderOptions = {
  /** The base URL without `/v1` and without a slash at its end. */
  readonly target: string;
  readonly timeoutMs: number;
  /** Of `--header`; they go to the target only, and their values are secrets. */
  readonly extraHeaders: HeaderFields;
  readonly secrets: Secrets;
  readonly transport: Transport;
  readonly signal: AbortSignal;
};

type Sending = {
  readonly call: Call;
  readonly id: string;
  readonly attempt: number;
  readonly probe: Probe;
  readonly own: { readonly workspaceToken?: string };
};

/** The only place where placeholders become secrets and where secrets, in what came back, are masked again. */
export type Sender = {
  readonly send: (sending: Sending) => Promise<Exchange>;
  /** A text without the secrets known so far: for words that did not come through an exchange. */
  readonly mask: (text: string) => string;
};

export function createSender(options: SenderOptions): Sender {
  /** Every secret so far: an answer may repeat the token of another workspace than its own. */
  const known: [name: string, secret: string][] = [
    ...Object.entries(options.secrets),
    ...secretsInFields(options.extraHeaders).map(([name, secret]): [string, string] => [name, secret]),
  ];
  return {
    mask: (text) => maskText(text, known),
    send: async (sending) => {
      const { workspaceToken } = sending.own;
      const own = workspaceToken === undefined ? {} : { [placeholders.workspace]: workspaceToken };
      if (workspaceToken !== undefined && !known.some(([, secret]) => secret === workspaceToken)) {
        known.push([placeholders.workspace, workspaceToken]);
      }
      const startedAt = new Date().toISOString();
      const wire = wireOf(sending.call, { ...options.secrets, ...own }, options);
      const response = await options.transport.send(wire, {
        timeoutMs: options.timeoutMs,
        signal: options.signal,
        fresh: sending.attempt > 1,
      });
      return exchangeOf(sending, startedAt, response, options, known);
    },
  };
}

function wireOf(call: Call, secrets: Secrets, { target, extraHeaders }: SenderOptions): WireRequest {
  return {
    method: call.method,
    url: target + reveal(call.path, encodedSecrets(secrets)),
    headers: [...call.headers.map(([name, value]) => [name, reveal(value, secrets)] as const), ...extraHeaders],
    body: bytesOf(call),
  };
}

/** In a path or query a secret such as `a+b&c` would otherwise be read as something else. */
function encodedSecrets(secrets: Secrets): Secrets {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, encodeURIComponent(secret)]));
}

function bytesOf({ body }: Call): Uint8Array | undefined {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
}

function exchangeOf(
  { call, id, attempt, probe }: Sending,
  startedAt: string,
  response: Exchange['response'],
  { target, extraHeaders }: SenderOptions,
  secrets: readonly (readonly [name: string, secret: string])[],
): Exchange {
  return {
    id: attempt === 1 ? id : `${id}.${attempt}`,
    probe: probe.name,
    operation: call.operation,
    attempt,
    startedAt,
    request: {
      method: call.method,
      url: target + call.path,
      headers: [...call.headers, ...extraHeaders.map(([name]) => [name, '***'] as const)],
      body: bytesOf(call) ?? new Uint8Array(),
    },
    response: maskAnswer(response, secrets),
  };
}
