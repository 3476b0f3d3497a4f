import { unknownBotId } from '../../chat/probes.ts';
import { wordQuestion } from '../../conversation.ts';
import { endpoints, speechFormats } from '../../../contract/limits.ts';
import { pathSegment } from '../../../contract/path-segment.ts';
import { botsCall, chatCall, speechCall, voicesCall, type Body, type CallChange } from '../../../model/calls.ts';
import { headerOf, type Exchange } from '../../../model/exchange.ts';
import { pickByHash } from '../../../model/nonce.ts';
import { placeholders, workspacePlaceholder, type Call, type Cost, type StepInputs } from '../../../model/probe.ts';
import { formatRequests } from '../../speech/asked-formats.ts';
import { asChunkedCall, readToEnd, unknownPath } from '../../transport/probes.ts';
import { newestSessionId } from '../../../expectations/bodies/carries-session-id.ts';
import { botIdsIn } from '../../../bodies/bots.ts';
import { randomBadBody } from './drawn-bodies.ts';
import type { MeteredAs } from './ledger.ts';
import { kindOfUse, type Use } from './use-kinds.ts';
import {
  emojiAlone,
  emojiText,
  leastText,
  longMessage,
  longText,
  longerText,
  longEndingIn,
  longestMessage,
  longestText,
  textOfLength,
  shortText,
  spelledText,
} from './use-texts.ts';

export type { Use } from './use-kinds.ts';

/**
 * The caller: the `Authorization` value with its placeholder, the bot to talk to, and the name of the workspace if a
 * step gave it one.
 */
type Caller = { readonly authorization: string; readonly bot: string; readonly name?: string };

/** The body of a chat of this kind. */
function chatBodyOf(use: Use, known: StepInputs, caller: Caller, word: string): Body {
  const { flags = [], mistypes, continuesSession, isInNoSession, flaw } = kindOfUse(use);
  const session = continuesSession === true ? { sessionId: lastSessionOf(known, caller) } : {};
  if (flaw === 'drawn') return randomBadBody('chat', word);
  if (flaw === 'no message') return session;
  if (flaw === 'cut off') return { raw: '{"message":"Hello!' };
  if (flaw === 'no object') return { raw: '[]' };
  if (flaw === 'message of another type') return { message: 7 };
  const usual = continuesSession === true ? spelledText(word, ofCaller(known, caller).length) : leastText(word);
  return {
    message: saidIn(use, word) ?? usual,
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    ...(mistypes === undefined ? {} : { [mistypes]: 'perhaps' }),
    ...(isInNoSession === true ? { sessionId: 'no-such-session-a7c2' } : {}),
    ...(flaw === 'sessionId of another type' ? { sessionId: 7 } : {}),
    ...session,
  };
}

/**
 * The message that the kind of the use prescribes; undefined where it prescribes none. A repeated use says the same at
 * every place.
 */
function saidIn(use: Use, word: string): string | undefined {
  const { length, isEmoji, isRepeated, continuesSession, asksForWords } = kindOfUse(use);
  if (asksForWords === true) return wordQuestion;
  if (isEmoji === true) return emojiAlone(word);
  if (typeof length === 'number') return textOfLength(word, length);
  if (length === 'long') return continuesSession === true ? longEndingIn(word) : longMessage(word);
  if (length === 'longest') return longestMessage(word);
  return isRepeated === true && continuesSession === true ? leastText(word) : undefined;
}

/** The latest session id that the caller received; undefined, so that a new session begins, where there is none. */
function lastSessionOf(known: StepInputs, caller: Caller): unknown {
  return newestSessionId(
    ofCaller(known, caller).filter(({ operation }) => operation === 'chat' || operation === 'stream'),
  );
}

function ofCaller({ seen }: StepInputs, { authorization }: Caller): readonly Exchange[] {
  return seen.filter(({ request }) => headerOf(request.headers, 'authorization') === authorization);
}

/** Another listed bot of this caller, or its own bot where there is none. */
function anotherBotOf(known: StepInputs, caller: Caller): string {
  const listed = ofCaller(known, caller)
    .filter(({ operation }) => operation === 'bots')
    .flatMap(botIdsIn);
  return listed.find((bot) => bot !== caller.bot) ?? caller.bot;
}

const asForm = 'application/x-www-form-urlencoded';

function speechBodyOf(use: Use, word: string): Body {
  const { isForm, flaw, speed, ...kind } = kindOfUse(use);
  if (flaw === 'no text') return { voice: 'alloy' };
  if (flaw === 'drawn') return randomBadBody('speech', word);
  if (isForm === true) return { raw: new URLSearchParams({ text: shortText(word), voice: 'alloy' }).toString() };
  const format = kind.format === 'drawn' ? pickByHash(word, speechFormats) : kind.format;
  return {
    text: speechTextOf(use, word),
    voice: kind.voice ?? formatRequests[format ?? 'mp3'].voice,
    ...(format === undefined ? {} : { format }),
    ...(speed === undefined ? {} : { speed }),
    ...(kind.instructions === undefined ? {} : { instructions: instructionsOf[kind.instructions] }),
  };
}

const guidance = 'Speak "warmly",\nand \u{e0} voix basse. ';
const instructionsOf = { short: 'Speak warmly.', usual: guidance.trim(), long: guidance.repeat(7) };

function speechTextOf(use: Use, word: string): string {
  const { length, spoken } = kindOfUse(use);
  if (spoken !== undefined) return spoken === 'spelled' ? spelledText(word, 0) : emojiText(word);
  if (typeof length === 'number') return textOfLength(word, length);
  return length === undefined
    ? shortText(word)
    : { long: longText, longer: longerText, longest: longestText }[length](word);
}

/** The word that a use says: a new one for each use of a caller. `place` is its place among the uses of a step. */
function wordOf(use: Use, { name = '' }: Caller, { seen, nonce }: StepInputs, place: number): string {
  if (kindOfUse(use).isSharedText === true) return nonce('said by all');
  if (kindOfUse(use).isRepeated === true) return nonce(`${name} repeated`);
  return nonce(`${name} ${name === '' ? seen.length : exchangesOfWorkspace(seen, name).length} ${place}`);
}

/**
 * The request for a use. `once`: it may be charged, and must not be sent twice. `place`: its place among the uses that
 * a step sends for this caller.
 */
export function callFor(use: Use, caller: Caller, known: StepInputs, once: boolean, place = 0): Call {
  const change: CallChange = {
    as: 'workspace',
    authorization: caller.authorization,
    judges: { status402: true },
    ...(once ? { charge: 'once' } : {}),
  };
  const kind = kindOfUse(use);
  if (kind.request !== undefined) return unmeteredCall(kind.request, caller, change);
  const word = wordOf(use, caller, known, place);
  if (kind.metered === 'speech')
    return speechCall(speechBodyOf(use, word), {
      ...change,
      judges: {
        ...change.judges,
        ...(isInvalidUse(use) ? {} : { steadyRefusal: true, unkept: true }),
        ...(isVeryLong(use) ? { noResponse: 'any' } : {}),
      },
      ...(kind.isForm === true ? { contentType: asForm } : {}),
    });
  const { form, flaw, isStream } = kind;
  const call = chatCall(
    isStream === true ? 'stream' : 'chat',
    botOf(use, known, caller),
    chatBodyOf(use, known, caller, word),
    {
      ...change,
      ...(flaw === 'no bearer' ? { authorization: caller.authorization.slice(7) } : {}),
      ...(form === 'query' ? { query: '?from=web' } : {}),
      ...(form === 'text' ? { contentType: 'text/plain' } : {}),
    },
  );
  if (form === 'closing') return readToEnd(call);
  return form === 'chunks' ? asChunkedCall(call, [['Expect', '100-continue']]) : call;
}

function unmeteredCall(
  request: NonNullable<ReturnType<typeof kindOfUse>['request']>,
  caller: Caller,
  change: CallChange,
): Call {
  switch (request) {
    case 'bots':
      return botsCall(change);
    case 'voices':
      return voicesCall(change);
    case 'unknown path':
      return { ...botsCall({ ...change, method: 'POST', path: unknownPath }), operation: 'other' };
    default:
      return aside(request, caller, change);
  }
}

function botOf(use: Use, known: StepInputs, caller: Caller): string {
  const { isToAnotherBot, flaw } = kindOfUse(use);
  if (isToAnotherBot === true) return anotherBotOf(known, caller);
  return flaw === 'no such bot' ? unknownBotId : caller.bot;
}

/** A request to the path of the chat that asks for no chat. */
function aside(method: 'HEAD' | 'OPTIONS', { bot }: Caller, change: CallChange): Call {
  const path = endpoints.chat.path.replace('{botId}', () => pathSegment(bot.toWellFormed()));
  return { ...botsCall({ ...change, method, path }), operation: 'other' };
}

/** What a use counts as if it is answered; undefined where it never counts. */
export function meteredAs(use: Use): MeteredAs | undefined {
  return kindOfUse(use).metered;
}

/** True where the document requires a refusal, whatever the balance. */
export function isInvalidUse(use: Use): boolean {
  return kindOfUse(use).flaw !== undefined;
}

/**
 * Whether a correct service may refuse the use, whatever the balance: maximum sizes (8.2), the meaning of the flags
 * (2.2), the layout of a form (2.5), and what servers make of unusual requests are open.
 */
export function mayBeRefused(use: Use): boolean {
  const { length, instructions, isForm, form } = kindOfUse(use);
  const isShort = typeof length === 'number' && length < 100;
  return (
    form !== undefined ||
    (length !== undefined && !isShort) ||
    instructions === 'long' ||
    setsFlags(use) ||
    isForm === true
  );
}

/**
 * Whether a 403 may be about what the use asks for, an unknown session or a flag: which condition yields which status
 * is not shown (7), and the next use shows whether the token is accepted.
 */
export function mayBeForbidden(use: Use): boolean {
  return setsFlags(use) || kindOfUse(use).isInNoSession === true;
}

function setsFlags(use: Use): boolean {
  const { flags, mistypes } = kindOfUse(use);
  return flags !== undefined || mistypes !== undefined;
}

/** Whether a 501 may say that the service lacks a feature: a flag, or a body in chunks (RFC 9112 6.1). */
export function mayBeUnsupported(use: Use): boolean {
  return setsFlags(use) || kindOfUse(use).form === 'chunks';
}

/**
 * How much text a service speaks at once (8.2), and how long it takes, is not shown: no response in time is not judged.
 */
export function isVeryLong(use: Use): boolean {
  const { metered, length } = kindOfUse(use);
  return metered === 'speech' && (length === 'longer' || length === 'longest' || length === 3_001);
}

/** Most uses that these can be charged for: a service that wrongly accepts a bad use charges it too. */
export function costOfUses(uses: readonly Use[]): Cost {
  const count = (as: MeteredAs): number => uses.filter((use) => meteredAs(use) === as).length;
  return { chats: count('chat'), speeches: count('speech') };
}

/** The caller of the only workspace of a probe, or of a workspace that a step named. */
export function workspaceCaller(known: StepInputs, name?: string): Caller {
  if (name === undefined) return { authorization: `Bearer ${placeholders.workspace}`, bot: known.bot };
  return { authorization: `Bearer ${workspacePlaceholder(name)}`, bot: known.bots[name] ?? '', name };
}

/** The exchanges that carried the token of this workspace, in whatever form. */
export function exchangesOfWorkspace(seen: readonly Exchange[], name: string): readonly Exchange[] {
  return seen.filter((exchange) => workspaceNameOf(exchange) === name);
}

/** The name that a step gave to the workspace whose token was sent. */
export function workspaceNameOf({ request }: Exchange): string | undefined {
  const authorization = headerOf(request.headers, 'authorization') ?? '';
  return /\$\{WORKSPACE_TOKEN_(\w+)\}/.exec(authorization)?.[1];
}
