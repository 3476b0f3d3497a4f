import { unknownBot } from '../chat/probes.ts';
import { chatFlags, endpoints, speechFormats, type SpeechFormat } from '../contract/limits.ts';
import { pathSegment } from '../contract/path-segment.ts';
import { botsCall, chatCall, speechCall, voicesCall, type Body, type CallChange } from '../core/calls.ts';
import { headerOf, type Exchange } from '../core/exchange.ts';
import { placeholders, workspacePlaceholder, type Call, type Cost, type Known } from '../core/probe.ts';
import { newestSessionId } from '../expect/carries-session-id.ts';
import type { MeteredAs } from './ledger.ts';

type Flag = (typeof chatFlags)[number];

/**
 * Something that a caller of a metered workspace does. What begins with `bad` must be refused for its input. Every use
 * says something new, so that no cache answers for the service; what is repeated says the same in one workspace.
 */
export type Use =
  | 'chat'
  | 'stream'
  | 'speech'
  | 'long chat'
  | 'long stream'
  | 'long speech'
  | 'long speech by another voice'
  | 'slow speech'
  | 'speech by another voice'
  | 'speech with instructions'
  | 'speech of all options'
  | 'form speech'
  | 'repeated chat'
  | 'repeated stream'
  | 'repeated speech'
  | 'chat that goes on'
  | 'stream that goes on'
  | 'chat in no such session'
  | `chat with ${Flag}`
  | `stream with ${Flag}`
  | `speech as ${SpeechFormat}`
  | 'bad chat'
  | 'bad stream'
  | 'bad speech'
  | 'bad chat: cut off'
  | 'bad chat: no such bot'
  | 'bad stream: no such bot'
  | 'bad chat: no bearer'
  | 'HEAD'
  | 'OPTIONS'
  | 'list bots'
  | 'list voices';

/** By whom: the `Authorization` value with its placeholder, the bot to talk to, and the workspace if a step named it. */
type Caller = { readonly authorization: string; readonly bot: string; readonly name?: string };

/** The least chat that says this word. */
const leastOf = (word: string) => ({ message: `Hello ${word}! What can you do?` });
/** What a speech says hardly matters here, and a short one costs everybody less. */
const shortText = (word: string): string => `Hello ${word}.`;
/** A usual sentence time after time, which asks for no long reply: a price by length would show, from 300 characters on. */
const longMessage = (word: string): string => inAll(word, 'I only came to say hello.');
const longText = (word: string): string => inAll(word, 'Hello.');

/** Not all are of one length. */
const inAll = (word: string, others: string): string =>
  [shortText(word), ...Array.from({ length: 50 + (sumOf(word) % 20) }, () => others)].join(' ');

const sumOf = (word: string): number => [...word].reduce((total, letter) => total + letter.charCodeAt(0), 0);

const chatOperation = (use: Use): 'chat' | 'stream' => (use.includes('stream') ? 'stream' : 'chat');

/** The body of a chat of this kind, undefined for what is none. */
function chatBodyOf(use: Use, known: Known, caller: Caller, word: string): Body {
  const leastMessage = leastOf(word);
  const flag = chatFlags.find((name) => use.endsWith(` with ${name}`));
  if (flag !== undefined) return { ...leastMessage, [flag]: true };
  if (use === 'long chat' || use === 'long stream') return { message: longMessage(word) };
  if (use.endsWith(' that goes on')) return { ...leastMessage, sessionId: lastSessionOf(known, caller) };
  if (use === 'chat in no such session') return { ...leastMessage, sessionId: 'no-such-session-a7c2' };
  if (use === 'bad chat: cut off') return { raw: '{"message":"Hello!' };
  return use === 'bad chat' || use === 'bad stream' ? {} : leastMessage;
}

/** The latest session that the caller was told of; undefined, and then a new one begins, where he was told of none. */
function lastSessionOf({ seen }: Known, { authorization }: Caller): unknown {
  const own = seen.filter(({ request }) => headerOf(request.headers, 'authorization') === authorization);
  return newestSessionId(own.filter(({ operation }) => operation === 'chat' || operation === 'stream'));
}

const asForm = 'application/x-www-form-urlencoded';

function speechBodyOf(use: Use, word: string): Body {
  if (use === 'bad speech') return { voice: 'alloy' };
  if (use === 'form speech') return { raw: new URLSearchParams({ text: shortText(word), voice: 'alloy' }).toString() };
  const format = speechFormats.find((name) => use === `speech as ${name}`);
  const text = use.startsWith('long ') ? longText(word) : shortText(word);
  const voice = use.endsWith(' by another voice') ? 'onyx' : 'alloy';
  return { text, voice, ...(format === undefined ? {} : { format }), ...extrasOf(use, word) };
}

function extrasOf(use: Use, word: string): object {
  if (use === 'slow speech') return { speed: 0.5 };
  if (use === 'speech of all options')
    return { voice: 'echo', speed: 1.5, format: drawnFormat(word), instructions: 'Speak warmly.' };
  return use === 'speech with instructions' ? { instructions: 'Speak warmly.' } : {};
}

function drawnFormat(word: string): SpeechFormat | undefined {
  return speechFormats[sumOf(word) % speechFormats.length];
}

/** The word that a use says: a new one for each of a caller, `place` being that among those of one step. */
function wordOf(use: Use, { name = '' }: Caller, { seen, nonce }: Known, place: number): string {
  if (use.startsWith('repeated ')) return nonce(`${name} repeated`);
  return nonce(`${name} ${name === '' ? seen.length : ofWorkspace(seen, name).length} ${place}`);
}

/**
 * The request for a use. `once`: it may be charged, so that it is not to be sent twice. `place`: which it is of those
 * that one step sends for this caller.
 */
export function callFor(use: Use, caller: Caller, known: Known, once: boolean, place = 0): Call {
  const change: CallChange = {
    as: 'workspace',
    authorization: caller.authorization,
    judges402: true,
    ...(once ? { once } : {}),
  };
  if (use === 'list bots') return botsCall(change);
  if (use === 'list voices') return voicesCall(change);
  if (use === 'HEAD' || use === 'OPTIONS') return aside(use, caller, change);
  const word = wordOf(use, caller, known, place);
  if (meteredAs(use) === 'speech')
    return speechCall(speechBodyOf(use, word), {
      ...change,
      ...(isBad(use) ? {} : { judgesSteady: true }),
      ...(use === 'form speech' ? { contentType: asForm } : {}),
    });
  const bot = use.endsWith(': no such bot') ? unknownBot : caller.bot;
  const without: CallChange = use === 'bad chat: no bearer' ? { authorization: caller.authorization.slice(7) } : {};
  return chatCall(chatOperation(use), bot, chatBodyOf(use, known, caller, word), { ...change, ...without });
}

/** A request to the chat's path that asks for no chat. */
function aside(method: 'HEAD' | 'OPTIONS', { bot }: Caller, change: CallChange): Call {
  const path = endpoints.chat.path.replace('{botId}', () => pathSegment(bot.toWellFormed()));
  return { ...botsCall({ ...change, method, path }), operation: 'other' };
}

/** What a use counts as if it is answered; undefined: as nothing, ever. */
export function meteredAs(use: Use): MeteredAs | undefined {
  if (['HEAD', 'OPTIONS', 'list bots', 'list voices'].includes(use)) return undefined;
  return use.includes('speech') ? 'speech' : 'chat';
}

/** True where the document has it refused, whatever the balance. */
export function isBad(use: Use): boolean {
  return use.startsWith('bad');
}

/** What the document leaves open to refuse: maximum sizes (8.2), what the flags mean (2.2), and how a form is laid out (2.5). */
const openToRefuse = /^(long |form )| with (?:includeCitations|webSearch|useMcp)$/;

/** Whether somebody who keeps the document may refuse it, whatever the balance. */
export function isOpenToRefuse(use: Use): boolean {
  return openToRefuse.test(use);
}

/** The most that these can use up: a service that wrongly accepts one will charge it too. */
export function costOfUses(uses: readonly Use[]): Cost {
  const count = (as: MeteredAs): number => uses.filter((use) => meteredAs(use) === as).length;
  return { chats: count('chat'), speeches: count('speech') };
}

/** The caller of a probe's one workspace, or of a workspace that a step asked for by name. */
export function callerOf(known: Known, name?: string): Caller {
  if (name === undefined) return { authorization: `Bearer ${placeholders.workspace}`, bot: known.bot };
  return { authorization: `Bearer ${workspacePlaceholder(name)}`, bot: known.bots[name] ?? '', name };
}

/** The exchanges that carried the token of this workspace, in whatever form. */
export function ofWorkspace(seen: readonly Exchange[], name: string): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange) === name);
}

/** The name by which a step asked for the workspace whose token was sent. */
export function workspaceNameOf({ request }: Exchange): string | undefined {
  const authorization = headerOf(request.headers, 'authorization') ?? '';
  return /\$\{WORKSPACE_TOKEN_(\w+)\}/.exec(authorization)?.[1];
}
