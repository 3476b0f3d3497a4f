import type { SendOptions } from 'k6/x/stream';
import { endpoints, voiceNames } from '../../conformance/contract/limits.ts';
import { creditsOf, type Operation } from '../model/operations.ts';
import { randomFrom } from '../model/random.ts';
import { messageOf, speechTextOf } from './corpus.ts';
import type { ScenarioOptions } from './options.ts';

/** What of a request its operation decides; who sends it when is the model's. */
export type Request = Pick<
  SendOptions,
  'method' | 'url' | 'body' | 'headers' | 'reads' | 'operation' | 'credits' | 'chars' | 'format'
>;

export type Content = {
  readonly operation: Operation;
  /** Decides what is said. */
  readonly index: number;
  /** Said instead, as it stands. */
  readonly body?: string | undefined;
  /** Continues this conversation. */
  readonly sessionId?: string | number | undefined;
};

type Given = Pick<ScenarioOptions, 'baseUrl' | 'headers' | 'format'> & {
  readonly plan: Pick<ScenarioOptions['plan'], 'seed'>;
  readonly settings: Pick<ScenarioOptions['settings'], 'botId' | 'sameInput'>;
};

export function requestOf(given: Given, { operation, index, body, sessionId }: Content): Request {
  const common = { operation, credits: creditsOf[operation] };
  const { method, path } = endpoints[operation];
  const url = given.baseUrl + path.replace('{botId}', encodeURIComponent(given.settings.botId));
  const said = given.settings.sameInput === true ? 0 : index;
  if (method === 'GET') {
    return {
      ...common,
      method,
      url,
      reads: 'json',
      headers: { Accept: 'application/json', ...publicOf(given.headers) },
    };
  }
  const accept = operation === 'stream' ? 'text/event-stream' : 'application/json';
  const headers = { 'Content-Type': 'application/json', Accept: accept, ...given.headers };
  if (operation === 'speech') {
    const spoken = body === undefined ? speechOf(given, said) : spokenIn(body);
    return { ...common, method, url, headers, reads: 'speech', ...spoken };
  }
  const message = { message: messageOf(given.plan.seed, said), ...(sessionId !== undefined && { sessionId }) };
  const reads = operation === 'stream' ? 'events' : 'json';
  return { ...common, method, url, headers, reads, body: body ?? JSON.stringify(message) };
}

/** The list of voices is public (4.4): a token would keep shared caches from answering. */
function publicOf(headers: Given['headers']): Given['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

type Spoken = { readonly body: string; readonly chars?: number; readonly format?: string };

function speechOf({ plan: { seed }, format }: Given, index: number): Spoken {
  const text = speechTextOf(seed, index);
  const voice = voiceNames[Math.floor(randomFrom(seed, `voice ${index}`)() * voiceNames.length)] ?? voiceNames[0];
  return { body: JSON.stringify({ text, voice, format }), chars: text.length, format };
}

/** What a trace's own body asks to be spoken, where it can be told. */
function spokenIn(body: string): Spoken {
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
