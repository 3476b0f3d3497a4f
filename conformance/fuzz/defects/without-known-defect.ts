import { parsedJson } from '../../reading/parsed-json.ts';
import { blankPlaceCount } from '../inputs/json-text.ts';
import type { Deviation, Input, Member, Request, Spelling } from '../inputs/request.ts';
import type { CharacterKind } from './letters.ts';

/** A known defect: the smallest input that shows it, and the kind of character that causes it, if any. */
export type KnownDefect = { readonly input: Input; readonly kind?: CharacterKind | undefined };

/**
 * The input without whatever is unusual in the smallest input of a known defect: if it still fails, it shows another
 * defect. Returns `deviation` where the deviation itself would have to go, so that nothing is left to test, and the input
 * itself where it shares nothing unusual with the known one.
 */
export function withoutKnownDefect(input: Input, { input: smallest, kind }: KnownDefect): Input | 'deviation' {
  if (smallest.length > 1) return input.length < smallest.length ? input : input.slice(0, smallest.length - 1);
  const [shown] = smallest;
  if (shown === undefined) return input;
  const parts = partsOf(shown, kind);
  // The known defect shows with the plainest request, so every request shows it.
  if (parts.length === 0) return 'deviation';
  const cleaned = input.map((request) => {
    const without = parts.map((part) => part(request));
    // A defect that takes several things together is not in a request that lacks one of them.
    if (without.includes(request)) return request;
    return parts.reduce<Request | 'deviation'>((left, part) => (left === 'deviation' ? left : part(left)), request);
  });
  if (cleaned.includes('deviation')) return 'deviation';
  const requests = cleaned.filter((each) => each !== 'deviation');
  return requests.every((request, at) => request === input[at]) ? input : requests;
}

/** Removes one unusual thing from a request; returns the same request where it is not there. */
type PartRemover = (request: Request) => Request | 'deviation';

function partsOf(shown: Request, kind: CharacterKind | undefined): readonly PartRemover[] {
  const { members, spelling, deviation } = shown;
  const ofSpelling = spellingParts(shown, spelling);
  const others = ofSpelling.length > 0 || deviation !== undefined;
  const ofMembers = members.flatMap((member) => memberParts(member, kind, others || members.length > 3));
  const own = deviation === undefined ? [] : [deviationPart(deviation)];
  return [...own, ...ofSpelling, ...ofMembers];
}

function deviationPart(shown: Deviation): PartRemover {
  return (request) => (request.deviation !== undefined && isAlike(request.deviation, shown) ? 'deviation' : request);
}

function isAlike(one: Deviation, other: Deviation): boolean {
  const nameOf = (deviation: Deviation): string => ('name' in deviation ? deviation.name : '');
  if (one.is !== other.is || nameOf(one) !== nameOf(other)) return false;
  if (one.is === 'around' && other.is === 'around') return (one.before === '') === (other.before === '');
  if (one.is === 'set' && other.is === 'set') return kindOfJson(one.json) === kindOfJson(other.json);
  return true;
}

function kindOfJson(json: string): string {
  const [first = ''] = json;
  return '"[{'.includes(first) ? first : json.replaceAll(/\d+/g, '0');
}

function spellingParts(
  shown: Request,
  { blanks, escapes, type, letters, first, isReversed }: Spelling,
): readonly PartRemover[] {
  const places = new Set(blanks.map(({ at }) => placeOf(at, shown)));
  const any = blanks.some(({ blank }) => blank === ' ');
  const isSuch = (blank: string): boolean => any || blanks.some((each) => each.blank.includes(blank[0] ?? ''));
  const turned = first > 0 || isReversed;
  return [
    ...(blanks.length === 0
      ? []
      : [
          respelt((spelling, request) => ({
            ...spelling,
            blanks: spelling.blanks.filter(({ at, blank }) => !(places.has(placeOf(at, request)) && isSuch(blank))),
          })),
        ]),
    ...(escapes.length === 0
      ? []
      : [
          respelt((spelling) => ({
            ...spelling,
            escapes: spelling.escapes.filter(({ as }) => !escapes.some((each) => each.as === 'hex' || each.as === as)),
          })),
        ]),
    ...(type === undefined
      ? []
      : [
          respelt((spelling) => {
            const { type: own, ...rest } = spelling;
            return own?.toLowerCase() === type.toLowerCase() ? rest : spelling;
          }),
        ]),
    ...(letters === undefined ? [] : [respelt(withoutLetters)]),
    ...(turned ? [respelt((spelling) => ({ ...spelling, first: 0, isReversed: false }))] : []),
  ];
}

function withoutLetters({ letters, ...rest }: Spelling): Spelling {
  return letters === undefined ? { ...rest } : rest;
}

function respelt(change: (spelling: Spelling, request: Request) => Spelling): PartRemover {
  return (request) => {
    const spelling = change(request.spelling, request);
    return JSON.stringify(spelling) === JSON.stringify(request.spelling) ? request : { ...request, spelling };
  };
}

/** Where white space stands: services treat it differently before, behind and inside the JSON. */
function placeOf(at: number, { members }: Request): 'before' | 'behind' | 'inside' {
  const places = blankPlaceCount(members);
  const place = at % places;
  if (place === 0) return 'before';
  return place === places - 1 ? 'behind' : 'inside';
}

const texts = ['message', 'text', 'instructions'];

/** `isOneOfSeveral`: the defect takes more than this member. */
function memberParts(
  [name, value]: Member,
  kind: CharacterKind | undefined,
  isOneOfSeveral: boolean,
): readonly PartRemover[] {
  if (texts.includes(name) && 'text' in value) {
    const part = textPart(name, value.text, kind);
    return part === undefined ? [] : [part];
  }
  if (name === 'voice') return 'text' in value && value.text !== 'alloy' ? [voicePart(value.text)] : [];
  const isAny = isOneOfSeveral || 'text' in value ? 'text' in value && value.text === 'mp3' : value.json === '1';
  return [
    (request) => {
      const own = request.members.find(([other]) => other === name);
      const isHere = own !== undefined && (isAny || isAsMuch(own[1], value, isOneOfSeveral));
      return isHere ? { ...request, members: request.members.filter((each) => each !== own) } : request;
    },
  ];
}

/** True of the same text, of the same number, and of a number in the same unusual notation. */
function isAsMuch(own: Member[1], shown: Member[1], isOneOfSeveral: boolean): boolean {
  if ('text' in own || 'text' in shown) return 'text' in own && 'text' in shown && own.text === shown.text;
  const notation = (json: string): string => json.replaceAll(/\d+/g, '0');
  const isUnusual = String(Number(shown.json)) !== shown.json;
  if (isUnusual) return notation(own.json) === notation(shown.json);
  return isOneOfSeveral || Number(own.json) === Number(shown.json);
}

function voicePart(voice: string): PartRemover {
  return (request) => withMember(request, 'voice', (text) => (text === voice ? 'alloy' : text));
}

function textPart(name: string, shown: string, kind: CharacterKind | undefined): PartRemover | undefined {
  if (shown === 'a') return name === 'instructions' ? (request) => withoutMember(request, name) : undefined;
  if (/^a+$/.test(shown)) {
    const most = shown.length - 1;
    return (request) =>
      (deviantText(request, name)?.length ?? 0) > most
        ? 'deviation'
        : withMember(request, name, (text) => Array.from(text.slice(0, most)).join('').toWellFormed());
  }
  const marks = charactersIn(shown);
  const isMark = (letter: string): boolean => marks.includes(letter) || (kind?.pattern.test(letter) ?? false);
  return (request) => {
    if (Array.from(deviantText(request, name) ?? '').some(isMark)) return 'deviation';
    return withMember(request, name, (text) => {
      const left = Array.from(text).filter((letter) => !isMark(letter));
      return left.join('') || 'a';
    });
  };
}

/** The text of this field by which a request deviates; undefined where it deviates by something else. */
function deviantText({ deviation }: Request, name: string): string | undefined {
  if (deviation === undefined || !('name' in deviation) || deviation.name !== name) return undefined;
  if (deviation.is === 'long') return deviation.unit.repeat(Math.min(deviation.times, mostRepeated));
  const value = deviation.is === 'set' ? parsedJson(deviation.json) : undefined;
  return typeof value === 'string' ? value : undefined;
}

const mostRepeated = 100_000;

/** The characters of a shrunk text other than the filler `a`. */
export function charactersIn(text: string): readonly string[] {
  return [...new Set(Array.from(text).filter((letter) => letter !== 'a'))];
}

function withoutMember(request: Request, name: string): Request {
  const members = request.members.filter(([other]) => other !== name);
  return members.length === request.members.length ? request : { ...request, members };
}

function withMember(request: Request, name: string, change: (text: string) => string): Request {
  const at = request.members.findIndex(([other]) => other === name);
  const value = request.members[at]?.[1];
  if (value === undefined || !('text' in value)) return request;
  const text = change(value.text);
  return text === value.text ? request : { ...request, members: request.members.with(at, [name, { text }]) };
}
