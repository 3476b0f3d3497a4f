import type { OneRequest, RequestKind } from 'k6/x/stream';
import { endpoints, voiceNames } from '../../conformance/contract/limits.ts';
import { pathSegment } from '../../conformance/contract/path-segment.ts';
import { auditKindOf, plainFields, repeatedPlace, type AuditKind } from '../plan/audit.ts';
import { creditsOf, type Operation } from '../plan/operations.ts';
import { randomFrom } from '../plan/random.ts';
import type { ScenarioOptions } from './options.ts';
import type { SessionJson } from './session.ts';

/** The texts of the request with this index. They are made in Go, because k6 interprets JavaScript. */
export type Texts = {
  readonly messageOf: (seed: number, index: number) => string;
  readonly plainMessageOf: (seed: number, index: number) => string;
  readonly speechTextOf: (seed: number, index: number) => string;
};

/** The contents of a request; its kind defines the rest. */
type RequestTexts = Pick<OneRequest, 'body' | 'chars' | 'format' | 'marked'>;

export type RequestContent = {
  readonly operation: Operation;
  /** Determines the generated text. */
  readonly index: number;
  /** Sent unchanged instead of a generated text. */
  readonly body?: string | undefined;
  /** The session that the request continues. */
  readonly sessionId?: SessionJson | undefined;
};

type Target = Pick<ScenarioOptions, 'baseUrl' | 'botId' | 'headers'> & {
  readonly settings: Pick<ScenarioOptions['settings'], 'maxLagMs' | 'timeoutMs' | 'arrivals'>;
};

/** The properties that all requests of an operation share. */
export function requestKindOf(
  { baseUrl, botId, headers, settings }: Target,
  operation: Operation,
  audit?: AuditKind,
): RequestKind {
  const { maxLagMs, timeoutMs, arrivals } = settings;
  const { method, path } = endpoints[operation];
  const accept = operation === 'stream' ? 'text/event-stream' : 'application/json';
  const fields =
    method === 'GET'
      ? { Accept: accept, ...publicOf(headers) }
      : { 'Content-Type': 'application/json', Accept: accept, ...headers };
  return {
    operation,
    credits: creditsOf[operation],
    method,
    url: baseUrl + path.replace('{botId}', () => pathSegment(botId)),
    reads: readsOf[operation],
    headers: audit === 'plain' ? plainOf(fields, accept) : fields,
    maxLagMs,
    timeoutMs,
    ...(arrivals === 'closed' && { endsUnpaid: true }),
    ...(audit === 'plain' && { withoutId: true }),
  };
}

/**
 * How the audit changes the request in this place, and whose message it repeats. A list of voices has no message to
 * repeat.
 */
export function auditOf(
  { settings, plan, starts }: Pick<ScenarioOptions, 'settings' | 'plan' | 'starts'>,
  operation: Operation,
  place: number,
): { readonly kind?: AuditKind; readonly says?: number } {
  const kind = settings.audit === true ? auditKindOf(plan.seed, place) : undefined;
  if (kind !== 'repeat' || endpoints[operation].method === 'GET') return kind === undefined ? {} : { kind };
  const says = repeatedPlace(starts, place, { seed: plan.seed, warmupMs: settings.warmupMs });
  return { kind, ...(says !== undefined && { says }) };
}

/**
 * Replaces assay's header fields by those of a common client. The caller's own fields stay: the target may require
 * them.
 */
function plainOf(fields: Target['headers'], accept: string): Target['headers'] {
  return {
    ...fields,
    ...(fields['User-Agent']?.startsWith('assay') === true && { 'User-Agent': plainFields['User-Agent'] }),
    ...(fields['Accept'] === accept && { Accept: plainFields.Accept }),
  };
}

const readsOf = { stream: 'events', chat: 'json', speech: 'speech', voices: 'json' } as const;

/** The list of voices is public (4.4): a token would keep shared caches from answering. */
function publicOf(headers: Target['headers']): Target['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

type RequestOptions = Pick<ScenarioOptions, 'format'> & {
  readonly plan: Pick<ScenarioOptions['plan'], 'seed'>;
  readonly settings: Pick<ScenarioOptions['settings'], 'sameInput'>;
};

export function requestTexts(
  given: RequestOptions,
  texts: Texts,
  { operation, index, body, sessionId }: RequestContent,
): RequestTexts {
  if (endpoints[operation].method === 'GET') return {};
  const { seed } = given.plan;
  const isSame = given.settings.sameInput === true;
  const said = isSame ? 0 : index;
  if (operation === 'speech') return body === undefined ? spoken(given, texts, said) : spokenIn(body);
  if (body !== undefined) return { body };
  const message = isSame ? texts.plainMessageOf(seed, said) : texts.messageOf(seed, said);
  const continued = sessionId === undefined ? '' : `,"sessionId":${sessionId}`;
  return { body: `{"message":${JSON.stringify(message)}${continued}}`, ...(!isSame && { marked: true }) };
}

function spoken({ plan: { seed }, format }: RequestOptions, texts: Texts, index: number): RequestTexts {
  const text = texts.speechTextOf(seed, index);
  const voice = voiceNames[Math.floor(randomFrom(seed, `voice ${index}`)() * voiceNames.length)] ?? voiceNames[0];
  return { body: JSON.stringify({ text, voice, format }), chars: text.length, format };
}

/** The text that a trace's own body asks to be spoken, where the body can be read. */
function spokenIn(body: string): RequestTexts {
  try {
    const { text, format } = JSON.parse(body) as { readonly text?: unknown; readonly format?: unknown };
    return {
      body,
      ...(typeof text === 'string' && { chars: [...text].length }),
      ...(typeof format === 'string' && { format }),
    };
  } catch {
    return { body };
  }
}
