/** The last of four layers, behind `live-calls.ts`: sends one attempt over the transport, and masks what comes back. */
import type { Exchange, HeaderFields, SentRequest } from '../model/exchange.ts';
import type { Reason } from '../model/run.ts';
import type { KeptFor } from '../http/bounds/body-budget.ts';
import { headerBudget } from '../http/bounds/header-budget.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import { ownBytes } from '../reading/own-bytes.ts';
import { mutatedTokens, sameInOtherCase } from '../model/mutated-tokens.ts';
import { placeholders, rawOf, type Call, type Probe } from '../model/probe.ts';
import { isoOf, momentMs } from '../model/moment.ts';
import { maskAnswer } from '../http/masking/mask-answer.ts';
import { isCheckId, withOwnWords } from '../http/masking/own-words.ts';
import { isOrdinary, isDistinctive } from '../http/masking/ordinary.ts';
import { isTimeUp, mayStillJudge } from './time/time-is-up.ts';
import { timeLimitMs } from './time/time-limit.ts';
import { nextEventLoopTurn } from './time/event-loop-turn.ts';
import { unsupportedTransport, unsupportedTransportIn } from '../http/unsupported-transport.ts';
import { proxyFor } from '../http/proxied.ts';
import { fillRaw, splitWithin, withoutReplaced } from '../http/raw-text.ts';
import { maskWords } from '../http/masking/mask-body.ts';
import { fillIn, secretsInFields, type NamedSecrets } from '../http/masking/secrets.ts';
import type { Secrets } from '../model/probe.ts';
import { newIdentity, identifyingFields, type RequestIdentity } from '../http/identifying-fields.ts';
import { isTunnelling } from '../http/tunnel.ts';
import type { Connection, Transport, WireRequest } from '../http/transport.ts';

type SenderOptions = {
  /** The base URL without `/v1` and without a slash at its end. */
  readonly target: string;
  readonly timeoutMs: number;
  /** The fields of `--header`; they go to the target only, and their values are secrets. */
  readonly extraHeaders: HeaderFields;
  readonly secrets: Secrets;
  /** Secrets that are never sent to the target but that it may repeat, such as the key of its provisioner. */
  readonly others?: NamedSecrets;
  readonly transport: Transport;
  /** True where no idle connection may be open beside another one. */
  readonly isSingle?: () => boolean;
  readonly signal: AbortSignal;
};

type Sending = {
  readonly call: Call;
  /** The call as it is recorded: the same, where nothing in it comes from an answer that held a secret. */
  readonly asRecorded: Call;
  /** Which call of its probe it is, from 1 on. */
  readonly place: number;
  readonly attempt: number;
  /** True where the attempt before waited behind other requests of this run. */
  readonly waited?: boolean;
  readonly connection: Connection;
  readonly probe: Probe;
  /** Tokens of workspaces that were made for the probe, by their placeholders. */
  readonly own: { readonly tokens: Secrets };
};

/** The only place where placeholders become secrets, and where the masked form of a response is made. */
export type Sender = {
  readonly send: (sending: Sending) => Promise<Exchange>;
  /** Why this call cannot be sent at all; undefined where it can. */
  readonly reasonToSkip: (call: Pick<Call, 'unusual' | 'headers'>) => Reason | undefined;
  /** A text without the secrets known so far, for texts that did not come through an exchange. */
  readonly mask: (text: string) => string;
};

export function createSender(options: SenderOptions): Sender {
  /** Every secret so far: an answer may repeat the token of another workspace than its own. */
  const known: NamedSecrets[number][] = [
    ...maskable(options.secrets).map(([name, secret]) => [nameFor(name, secret), secret] as const),
    ...secretsInFields(options.extraHeaders),
    ...(options.others ?? []),
  ];
  const proxy = proxyFor(options.target);
  const room = headerBudget();
  /** Why raw bytes do not reach the target as they are; undefined until that is known. */
  let noTunnel =
    proxy === undefined || isTunnelling(proxy) ? undefined : unsupportedTransport('the proxy forwards no raw bytes');
  const behindOn = connectionsInOrder();
  return {
    mask: (text) => withOwnWords(maskWords(text, known), text, isCheckId),
    reasonToSkip: (call) =>
      (rawOf(call) === undefined ? undefined : noTunnel) ?? reasonWithoutOtherCase(call.headers, options.secrets),
    send: async (sending) => {
      const { tokens } = sending.own;
      for (const [name, token] of Object.entries(tokens)) {
        if (!known.some(([, secret]) => secret === token)) known.push([nameFor(name, token), token]);
      }
      const startedAt = isoOf(momentMs());
      const own = newIdentity();
      const wire = wireOf(sending.call, { ...options.secrets, ...tokens }, options, own);
      const { connection, ...received } = await options.transport.send(wire, {
        timeoutMs: timeLimitMs(sending.call, sending, options.timeoutMs),
        signal: options.signal,
        connection: sending.connection,
        keptFor: keptFor(sending.call),
        isSingle: options.isSingle?.() ?? false,
      });
      // Read at once: in the next turn of the event loop another request may have used the same connection.
      const onConnection = behindOn(connection, sending);
      const response = room(received);
      noTunnel ??= unsupportedTransportIn({ request: wire, response });
      const heard = await inItsTurn(response, options.signal);
      return { ...exchangeOf({ ...sending, own }, startedAt, heard, options, known), ...onConnection };
    },
  };
}

function keptFor({ operation, judges }: Call): KeptFor {
  if (judges?.unkept === true) return 'counted';
  return operation === 'speech' ? 'sound' : 'all';
}

/** Knows which exchange was the last on each connection. */
function connectionsInOrder() {
  const lastOn = new Map<number, string>();
  return (
    connection: number | undefined,
    { probe, place, attempt }: Pick<Sending, 'probe' | 'place' | 'attempt'>,
  ): Pick<Exchange, 'behind'> => {
    if (connection === undefined) return {};
    const behind = lastOn.get(connection);
    lastOn.set(connection, attemptIdOf({ probe: probe.name, place, attempt }));
    return behind === undefined ? {} : { behind };
  };
}

/** Length of a body from which on the search for secrets takes noticeably long. */
const longBytes = 256 * 1024;

/**
 * Searches long answers that came together each in a turn of the event loop of its own, so that the end of the run's
 * time is noticed between them. An answer that has not had its turn soon after that is given up.
 */
async function inItsTurn(response: Exchange['response'], signal: AbortSignal): Promise<Exchange['response']> {
  if (response.is !== 'answer' || response.body.length < longBytes) return response;
  await nextEventLoopTurn();
  if (!isTimeUp(signal) || mayStillJudge(signal)) return response;
  return {
    is: 'noAnswer',
    because: 'interrupted',
    detail: 'the time was up before it was searched for secrets',
    endedAtMs: response.endedAtMs,
  };
}

/**
 * All secrets but the near misses of a token that is ordinary text: such near misses, e.g. `application/jso`, are parts
 * of ordinary text too.
 */
function maskable(secrets: Secrets): NamedSecrets {
  const isWord = isOrdinary(secrets[placeholders.token] ?? '');
  const near: readonly string[] = isWord ? Object.values(mutatedTokens) : [];
  return Object.entries(secrets).filter(([name]) => !near.includes(name));
}

/**
 * The name under which a secret is masked. An ordinary word may be in an answer for other reasons: its name does not
 * say that the answer repeats the secret.
 */
function nameFor(name: string, secret: string): string {
  return isDistinctive(secret) ? name : '${SECRET}';
}

function wireOf(
  call: Call,
  secrets: Secrets,
  { target, extraHeaders }: SenderOptions,
  own: RequestIdentity,
): WireRequest {
  return {
    method: call.method,
    url: target + fillIn(call.path, encodedSecrets(secrets)),
    headers: [
      ...withoutReplaced(call.headers, extraHeaders).map(([name, value]) => [name, fillIn(value, secrets)] as const),
      ...identifyingFields(own, [...call.headers, ...extraHeaders]),
      ...extraHeaders,
    ],
    body: bytesOf(call, secrets),
    ...(call.unusual?.is === 'left' ? { leaves: call.unusual } : {}),
    ...rawWireOf(call, target, extraHeaders, secrets, own),
  };
}

/** Secrets escaped for a path or query: one such as `a+b&c` would otherwise be read as something else. */
function encodedSecrets(secrets: Secrets): Secrets {
  return Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, encodeURIComponent(secret)]));
}

function bytesOf({ body, unusual }: Call, secrets: Secrets = {}): Uint8Array | undefined {
  if (typeof body !== 'string') return body;
  return Buffer.from(unusual?.is === 'revealed' ? fillIn(body, inJson(secrets)) : body, 'utf8');
}

function inJson(secrets: Secrets): Secrets {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [name, JSON.stringify(secret).slice(1, -1)]),
  );
}

/**
 * Why a call with the token in the other letter case is not sent where that may be the same token: its placeholder
 * would be sent, and refused whatever the service makes of letter case.
 */
function reasonWithoutOtherCase(headers: HeaderFields, secrets: Secrets): Reason | undefined {
  if (mutatedTokens.swapped in secrets || !headers.some(([, value]) => value.includes(mutatedTokens.swapped)))
    return undefined;
  const because = sameInOtherCase(secrets[placeholders.token] ?? '');
  return { because, about: { is: 'transport', kind: 'otherCase' } };
}

/** Pause between two packets: long enough that a service gets them separately, on a busy machine too. */
const packetsApartMs = 100;

function rawWireOf(
  call: Call,
  target: string,
  extraHeaders: HeaderFields,
  secrets: Secrets,
  own: RequestIdentity,
): Pick<WireRequest, 'raw'> {
  const raw = rawOf(call);
  if (raw === undefined) return {};
  const whole = fillRaw(raw, target, extraHeaders, own).map((text) => Buffer.from(fillIn(text, secrets), 'utf8'));
  const { answers = 1, inTurn = false, halfCloses = false, awaitsEnd = false, tears } = raw;
  const usual = { answers, inTurn, halfCloses, awaitsEnd };
  if (tears === undefined) return { raw: { sends: whole, ...usual } };
  return { raw: { sends: whole.flatMap((bytes) => splitWithin(bytes, tears)), pauseMs: packetsApartMs, ...usual } };
}

/** What is recorded of a call in addition to an ordinary request. */
function unusualIn(
  call: Call,
  target: string,
  hidden: HeaderFields,
  own: RequestIdentity,
): Pick<SentRequest, 'raw' | 'noResponse' | 'revealsBody'> {
  const raw = rawOf(call);
  const noResponse = call.judges?.noResponse;
  return {
    ...(raw === undefined ? {} : { raw: fillRaw(raw, target, hidden, own).join('') }),
    ...(noResponse === undefined ? {} : { noResponse }),
    ...(call.unusual?.is === 'revealed' ? { revealsBody: true as const } : {}),
  };
}

/**
 * The request as it is recorded; `added` are the names of the fields that the user adds to every request (`--header`).
 */
export function recordedRequest(
  call: Call,
  target: string,
  added: readonly string[],
  own: RequestIdentity,
): SentRequest {
  const hidden = added.map((name) => [name, '***'] as const);
  return {
    method: call.method,
    url: target + call.path,
    headers: [
      ...withoutReplaced(call.headers, hidden),
      ...identifyingFields(own, [...call.headers, ...hidden]),
      ...hidden,
    ],
    body: ownBytes(bytesOf(call) ?? new Uint8Array()),
    ...unusualIn(call, target, hidden, own),
  };
}

/** The exchange as it came, for judging, with its kept form beside it where that differs. */
function exchangeOf(
  { call, asRecorded, place, attempt, probe, own }: Omit<Sending, 'own'> & { readonly own: RequestIdentity },
  startedAt: string,
  response: Exchange['response'],
  { target, extraHeaders }: SenderOptions,
  secrets: readonly (readonly [name: string, secret: string])[],
): Exchange {
  const added = extraHeaders.map(([name]) => name);
  const request = recordedRequest(call, target, added, own);
  const masked = {
    request: asRecorded === call ? request : recordedRequest(asRecorded, target, added, own),
    response: maskAnswer(response, secrets),
  };
  return {
    id: attemptIdOf({ probe: probe.name, place, attempt }),
    probe: probe.name,
    ...(probe.sentAs === undefined ? {} : { sentAs: probe.sentAs }),
    place,
    ...(call.role === undefined ? {} : { role: call.role }),
    operation: call.operation,
    attempt,
    startedAt,
    request,
    response,
    ...(masked.request === request && masked.response === response ? {} : { kept: masked }),
  };
}
