import { endpoints } from '../contract/limits.ts';
import { pathSegment } from '../contract/path-segment.ts';
import { chatCall, speechCall, type CallChange } from '../model/calls.ts';
import type { Exchange, HeaderFields } from '../model/exchange.ts';
import type { Call, Step } from '../model/probe.ts';
import { newestSessionId, type SessionId } from '../expectations/bodies/carries-session-id.ts';
import { jsonText } from './inputs/json-text.ts';
import type { Deviation, Input, Member, Request } from './inputs/request.ts';

/**
 * Steps that send several inputs in parallel: step n sends request n of each. A request that continues a session carries
 * the newest id that its own input received; an input without such an id ends there.
 */
export function parallelSteps(inputs: readonly Input[]): readonly Step[] {
  const longest = Math.max(0, ...inputs.map((requests) => requests.length));
  return Array.from({ length: longest }, (_, turn): Step => ({ bot, seen }) => {
    const { own } = exchangesByInput(inputs, seen, turn);
    return inputs.flatMap((requests, at) => {
      const got = own[at] ?? [];
      const request = requests[turn];
      if (request === undefined || got.length < turn) return [];
      const session = newestSessionId(got);
      return request.continues === true && session === undefined ? [] : [callOfRequest(request, bot, session)];
    });
  });
}

/**
 * The exchanges of each input, of inputs that were sent in parallel; `taken` is the number of these exchanges in all.
 */
export function exchangesByInput(
  inputs: readonly Input[],
  seen: readonly Exchange[],
  turns: number = Math.max(0, ...inputs.map(({ length }) => length)),
): { readonly own: readonly (readonly Exchange[])[]; readonly taken: number } {
  const own = inputs.map((): Exchange[] => []);
  let taken = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, requests] of inputs.entries()) {
      const got = own[at] ?? [];
      // An input ends with the first turn that could not be sent.
      if (got.length < turn || !isSent(requests[turn], got)) continue;
      const exchange = seen[taken++];
      if (exchange !== undefined) got.push(exchange);
    }
  }
  return { own, taken };
}

function isSent(request: Request | undefined, own: readonly Exchange[]): boolean {
  if (request === undefined) return false;
  return request.continues !== true || newestSessionId(own) !== undefined;
}

/** The request as it is sent; `session` is the id that it carries where it continues a session. */
export function callOfRequest(request: Request, bot: string, session?: SessionId, more: CallChange = {}): Call {
  const { operation, spelling, deviation } = request;
  const raw = bodyOf(request, request.continues === true ? session : undefined);
  const type = deviation?.is === 'type' ? deviation.type : spelling.type;
  const change: CallChange = {
    ...more,
    ...(type === undefined ? {} : { contentType: type === '' ? undefined : type }),
    ...(deviation?.is === 'path' ? { path: pathOf(operation, deviation.part, bot) } : {}),
  };
  const call = operation === 'speech' ? speechCall({ raw }, change) : chatCall(operation, bot, { raw }, change);
  return { ...call, headers: inLetters(call.headers, spelling.letters) };
}

function pathOf(operation: Request['operation'], part: string, bot: string): string {
  const { path } = endpoints[operation];
  if (operation === 'speech') return path + part;
  return path.replace('{botId}', () => pathSegment(bot.toWellFormed()) + part);
}

function inLetters(headers: HeaderFields, letters: Request['spelling']['letters']): HeaderFields {
  if (letters === undefined) return headers;
  const written = (name: string): string =>
    letters === 'UPPER' ? name.toUpperCase() : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return headers.map(([name, value]) => [written(name), value]);
}

/** A text, or bytes where the body is no valid text. */
function bodyOf({ members, spelling, deviation }: Request, session: SessionId | undefined): string | Uint8Array {
  const all = session === undefined ? members : [...members, ['sessionId', { json: JSON.stringify(session) }] as const];
  const text = jsonText(deviation === undefined ? all : deviated(all, deviation), spelling);
  switch (deviation?.is) {
    case 'body':
      return deviation.json;
    case 'cut':
      return cut(text, deviation.perMille);
    case 'around':
      return deviation.before + text + deviation.behind;
    case 'bytes':
      return withBytes(text, Buffer.from(deviation.hex, 'hex'));
    default:
      return text;
  }
}

function deviated(members: readonly Member[], deviation: Deviation): readonly Member[] {
  switch (deviation.is) {
    case 'absent':
      return members.filter(([name]) => name !== deviation.name);
    case 'set':
      return withMember(members, [deviation.name, { json: deviation.json }]);
    case 'twice':
      return [...members, [deviation.name, { json: deviation.json }]];
    case 'doubled':
      return withMember(
        members,
        [deviation.name, { json: deviation.first }],
        [deviation.name, { json: deviation.second }],
      );
    case 'deep':
      return withMember(members, [deviation.name, { json: nested(deviation) }]);
    case 'long':
      return withMember(members, [deviation.name, { text: deviation.unit.repeat(deviation.times) }]);
    default:
      return members;
  }
}

function withMember(members: readonly Member[], ...instead: readonly [Member, ...Member[]]): readonly Member[] {
  const [[name]] = instead;
  const isThere = members.some(([other]) => other === name);
  return isThere ? members.flatMap((other) => (other[0] === name ? instead : [other])) : [...members, ...instead];
}

function nested({ open, levels }: Extract<Deviation, { is: 'deep' }>): string {
  return `${open.repeat(levels)}0${(open === '[' ? ']' : '}').repeat(levels)}`;
}

/** Cuts the body before its last brace: no proper beginning of a JSON object is JSON. */
function cut(text: string, perMille: number): Uint8Array {
  const bytes = Buffer.from(text.trimEnd(), 'utf8');
  return bytes.subarray(0, Math.min(bytes.length - 1, Math.max(1, Math.round((bytes.length * perMille) / 1000))));
}

function withBytes(text: string, bytes: Uint8Array): Uint8Array {
  const at = text.search(/(?<=:\s*")/);
  const before = Buffer.from(text.slice(0, Math.max(0, at)), 'utf8');
  return Buffer.concat([before, bytes, Buffer.from(text.slice(Math.max(0, at)), 'utf8')]);
}
