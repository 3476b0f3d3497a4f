import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import { doubledMember, openChatPairs, openSpeechPairs } from './doubled.ts';
import { chats, speeches } from './valid.ts';
import type { Deviation, Member, Request } from './request.ts';
import type { TextOptions } from './texts.ts';
import { withDeviation, nearSpeeds, nearTexts } from './invalid.ts';

/** JSON values of every kind, for fields whose type is not shown. */
const anything = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e400',
  '""',
  '"a"',
  '"true"',
  '[]',
  '[null]',
  '{}',
  '{"a":null}',
];

/** Numbers that are no JSON (RFC 8259 6), though some parsers accept them. */
const noNumbers = ['01', '00', '-01', '+1', '.5', '1.', '0x1', '1_0', 'NaN', 'Infinity', '-', '1e', "'1'"];

/** Lone surrogates, alone and among letters; escaped, as UTF-8 cannot encode them. */
const halves = ['"\\ud800"', '"a\\ud83d"', '"\\udc4ba"', '"\\udc4b\\ud83d"'];

/** Texts without anything to speak. */
const emptyTexts = ['""', '" "', '"\\n\\t"', '"\\u00a0\\u3000"'];

/**
 * Texts that JSON can hold but XML and I-JSON cannot: control characters, escaped where JSON requires it, and
 * noncharacters.
 */
const unwritableTexts = [
  '"a\\u0001"',
  '"\\u0000"',
  '"a\\u0000a"',
  '"a\\u0007"',
  '"a\\b"',
  '"a\\f"',
  '"\\u001ba"',
  '"a\u007f"',
  '"a\u0085"',
  '"a\ufffe"',
  '"a\u{10ffff}"',
];

/** Strings that are no JSON: raw control characters, and escapes that do not exist (RFC 8259 7). */
const noTexts = ['"\n"', '"\t"', '"\u0001"', '"\\x41"', '"\\a"', '"\\u12"', "'a'", 'a'];

/** Member names that are not in the document, with names that objects of a language have. */
const names = [
  'a',
  '',
  '__proto__',
  'constructor',
  'toString',
  'Text',
  'MESSAGE',
  'message ',
  'session_id',
  '$ref',
  'a.b',
  'ä',
  '\u0000',
];

const sessions = [
  '""',
  '" "',
  '"a"',
  '"null"',
  '"0"',
  '"-1"',
  '"%00"',
  '"../../etc"',
  '"a\\u0000"',
  '"\\ud800"',
  '"👋"',
  '"\\n"',
  '"\'"',
  '"*"',
  '"__proto__"',
  '"constructor"',
];

const flags = ['includeCitations', 'webSearch', 'useMcp'];

const behind = ['x', '}', '{}', ',', '\0', ' null', '//', '/* */', '\u00a0', '\x1a'];
const before = ['\u00a0', 'x', ")]}',\n", '\0', '//\n'];

const types = [
  '',
  'text/plain',
  'text/json',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'text/html',
];

/** Suffixes of the bot's ID, or of the path of a speech. */
const paths = [
  '/',
  '//',
  '%2f',
  '%00',
  ';a=b',
  '?',
  '?a',
  '?a[]=1&a=2',
  '?message=a',
  '%20',
  '.',
  '%F0%9F%91%8B',
  '~',
  "'",
  '+',
  '*',
];

const longUnits = ['a', 'é', '👋', 'a\u0301', '"', '\\', '\n', ' ', '%s', '\u200d'];

const common = (fc: FastCheck, textField: string): Arbitrary<Deviation> => {
  const set = (name: string, all: readonly string[]) =>
    fc.constantFrom(...all).map((json): Deviation => ({ is: 'set', name, json }));
  return fc.oneof(
    { weight: 2, arbitrary: set(textField, halves) },
    { weight: 2, arbitrary: set(textField, emptyTexts) },
    { weight: 5, arbitrary: set(textField, unwritableTexts) },
    { weight: 2, arbitrary: set(textField, noTexts) },
    fc.record({
      is: fc.constant('twice' as const),
      name: fc.constantFrom(textField, 'a'),
      json: fc.constantFrom('"b"', 'null', '1', '{}'),
    }),
    fc.record({ is: fc.constant('set' as const), name: fc.constantFrom(...names), json: fc.constantFrom(...anything) }),
    fc.record({ is: fc.constant('around' as const), before: fc.constantFrom(...before), behind: fc.constant('') }),
    fc.record({ is: fc.constant('around' as const), before: fc.constant(''), behind: fc.constantFrom(...behind) }),
    fc.record({
      is: fc.constant('deep' as const),
      name: fc.constantFrom('a', textField),
      open: fc.constantFrom('[' as const, '{"a":' as const),
      levels: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(100, 128, 256, 500)),
    }),
    { weight: 2, arbitrary: fc.constantFrom(...types).map((type): Deviation => ({ is: 'type', type })) },
    { weight: 2, arbitrary: fc.constantFrom(...paths).map((part): Deviation => ({ is: 'path', part })) },
  );
};

/** Chats that the document neither allows nor forbids. */
export function openChats(fc: FastCheck, operation: 'chat' | 'stream', options: TextOptions): Arbitrary<Request> {
  const set = (name: string, all: readonly string[]) =>
    fc.constantFrom(...all).map((json): Deviation => ({ is: 'set', name, json }));
  const deviation = fc.oneof(
    { weight: 14, arbitrary: common(fc, 'message') },
    { weight: 3, arbitrary: doubledMember(fc, openChatPairs) },
    set('message', nearTexts),
    { weight: 2, arbitrary: set('sessionId', sessions) },
    { weight: 2, arbitrary: set('sessionId', anything) },
    ...flags.map((name) => set(name, anything)),
    { weight: 2, arbitrary: long(fc, ['message', 'sessionId', 'a']) },
  );
  return withDeviation(fc, withFlags(fc, chats(fc, operation, options)), deviation);
}

/** The requests, some with optional flags in any order; services may lack the features that these request (2.2). */
function withFlags(fc: FastCheck, requests: Arbitrary<Request>): Arbitrary<Request> {
  const flag = (name: string) =>
    fc
      .option(fc.boolean(), { freq: 2 })
      .map((value): readonly Member[] => (value === null ? [] : [[name, { json: `${value}` }]]));
  const some = fc.tuple(...flags.map(flag)).map((each) => each.flat());
  const flagged = fc
    .tuple(requests, some)
    .map(([request, more]): Request => ({ ...request, members: [...request.members, ...more] }));
  return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: requests }, { weight: 1, arbitrary: flagged });
}

/** Speeches that the document neither allows nor forbids; without long texts, which take long to speak. */
export function openSpeeches(fc: FastCheck, options: TextOptions): Arbitrary<Request> {
  const set = (name: string, all: readonly string[]) =>
    fc.constantFrom(...all).map((json): Deviation => ({ is: 'set', name, json }));
  const deviation = fc.oneof(
    { weight: 14, arbitrary: common(fc, 'text') },
    { weight: 8, arbitrary: doubledMember(fc, openSpeechPairs) },
    { weight: 2, arbitrary: set('speed', ['null', ...noNumbers]) },
    set('format', ['null']),
    set('text', nearTexts),
    set('speed', nearSpeeds),
    { weight: 2, arbitrary: set('instructions', ['null', ...halves, ...emptyTexts]) },
    { weight: 2, arbitrary: set('instructions', unwritableTexts) },
    { weight: 2, arbitrary: long(fc, ['instructions', 'voice', 'format', 'a']) },
  );
  return withDeviation(fc, speeches(fc, options), deviation);
}

/** Long texts: beyond the size of database columns and headers, but small for a request body. */
function long(fc: FastCheck, fields: readonly string[]): Arbitrary<Deviation> {
  return fc.record({
    is: fc.constant('long' as const),
    name: fc.constantFrom(...fields),
    unit: fc.constantFrom(...longUnits),
    times: fc.oneof(
      fc.constantFrom(255, 256, 257, 4095, 4096, 4097, 8192, 16_384, 65_536),
      fc.integer({ min: 100, max: 16_384 }),
    ),
  });
}
