import { bool, either, list, object, text, value, type Shape } from '../../evidence/shape.ts';
import { drawnName, drawnWorkspace } from './drawn-workspace.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Workspace } from '../../model/probe.ts';
import type { Deviation, Input, Member, Request, Spelling, Value } from './request.ts';

/** Places are counted round, and any whole number is one. */
const place: Shape<number> = upTo(Number.MAX_SAFE_INTEGER);

/** Beyond these no body is made in reasonable time and memory. */
const [mostTimes, mostLevels] = [10_000_000, 1_000_000];

function upTo(most: number): Shape<number> {
  return (each): each is number => Number.isSafeInteger(each) && Number(each) >= 0 && Number(each) <= most;
}

function like(pattern: RegExp): Shape<string> {
  return (each): each is string => text(each) && pattern.test(each);
}

const json: Shape<Value> = either(object({ text }), object({ json: text }));
const member: Shape<Member> = (each): each is Member =>
  Array.isArray(each) && each.length === 2 && text(each[0]) && json(each[1]);

/** What a header field can carry (RFC 9110 5.5), and what a path can (RFC 3986 2). */
const fieldText = like(/^[\t\x20-\x7e\x80-\xff]*$/);
const pathText = like(/^[\x21-\x7e]*$/);

const spelling: Shape<Spelling> = object(
  {
    first: place,
    isReversed: bool,
    blanks: list(object({ at: place, blank: text })),
    escapes: list(object({ at: place, as: value('hex', 'HEX', 'short') })),
  },
  { type: fieldText, letters: value('UPPER', 'Title') },
);

const repeated = object({ is: value('long'), name: text, unit: text, times: upTo(mostTimes) });
const long: Shape<Deviation> = (each): each is Deviation =>
  repeated(each) && each.unit.length * each.times <= mostTimes;

const deviations: readonly Shape<Deviation>[] = [
  object({ is: value('absent'), name: text }),
  object({ is: value('set'), name: text, json: text }),
  object({ is: value('body'), json: text }),
  object({ is: value('cut'), perMille: upTo(1_000) }),
  object({ is: value('twice'), name: text, json: text }),
  object({ is: value('doubled'), name: text, first: text, second: text }),
  object({ is: value('around'), before: text, behind: text }),
  object({ is: value('deep'), name: text, open: value('[', '{"a":'), levels: upTo(mostLevels) }),
  long,
  object({ is: value('bytes'), hex: like(/^([\da-f]{2})*$/i) }),
  object({ is: value('type'), type: fieldText }),
  object({ is: value('path'), part: pathText }),
];
const deviation: Shape<Deviation> = (each): each is Deviation => deviations.some((shape) => shape(each));

/** A workspace whose balance its name can hold. */
const drawn: Shape<Workspace> = (each): each is Workspace =>
  typeof each === 'object' && each !== null && isDeepStrictEqual(drawnWorkspace(drawnName(each as Workspace, 1)), each);

const request: Shape<Request> = object(
  { operation: value('chat', 'stream', 'speech'), members: list(member), spelling },
  { deviation, continues: value(true), workspace: drawn },
);

/** Tells whether what came from a file is an input that can be sent. */
export const isInput: Shape<Input> = list(request);
