import type { InputFlaw } from '../../contract/formats/finding.ts';
import { speechFormats, speed } from '../../contract/limits.ts';
import { readJsonText } from '../../reading/bounded-json.ts';
import type { Deviation, Input, Request } from '../inputs/request.ts';

/** What the document requires of its fields (2.2, 2.5). */
const asked = new Map([
  ['message', 'a text'],
  ['text', 'a text'],
  ['instructions', 'a text'],
  ['voice', 'a voice of the list'],
  ['speed', `a number from ${speed.minimum} to ${speed.maximum}`],
  ['format', `one of ${speechFormats.join(', ')}`],
]);
const optional = ['sessionId', 'includeCitations', 'webSearch', 'useMcp'];

/**
 * The one respect in which the input of a property is invalid or unspecified, with the section that says so; undefined
 * where the input is valid.
 */
export function inputFlaw(
  { kind }: { readonly kind: string },
  input: Input,
  isTaken: (input: Input) => boolean = () => false,
): InputFlaw | undefined {
  const request = input.find(({ deviation }) => deviation !== undefined);
  if (request?.deviation === undefined) return undefined;
  if (kind === 'invalid') return { is: 'invalid', because: whyInvalid(request, request.deviation) };
  if (kind !== 'unspecified') return undefined;
  return { is: 'unspecified', because: whyOpen(request, request.deviation) + lessText(input, request, isTaken) };
}

/** The next smaller size, where that one passes: `; 99 deep is no failure`. */
function lessText(input: Input, request: Request, isTaken: (input: Input) => boolean): string {
  const { deviation } = request;
  if (deviation?.is !== 'deep' && deviation?.is !== 'long') return '';
  const less: Deviation =
    deviation.is === 'deep'
      ? { ...deviation, levels: deviation.levels - 1 }
      : { ...deviation, times: deviation.times - 1 };
  if (!isTaken(input.with(input.indexOf(request), { ...request, deviation: less }))) return '';
  return less.is === 'deep' ? `; ${less.levels} deep is no failure` : `; ${less.times} times is no failure`;
}

function whyInvalid(request: Request, deviation: Deviation): string {
  const { fields, needs } = sectionsOf(request);
  switch (deviation.is) {
    case 'absent':
      return `${deviation.name} is missing, which ${fields} requires`;
    case 'set':
      return `${deviation.name} is ${deviation.json}, and ${fields} asks for ${askedOf(deviation.name)}`;
    case 'doubled':
      return `${cameTwice(deviation)}, and ${fields} asks for ${askedOf(deviation.name)}, which neither is`;
    case 'body':
      return `the body is ${deviation.json}, and ${fields} asks for an object with ${needs}`;
    case 'cut':
      return `the body breaks off after ${deviation.perMille / 10} % of it, and what is left is no JSON (4, RFC 8259)`;
    default:
      return whyOpen(request, deviation);
  }
}

function whyOpen(request: Request, deviation: Deviation): string {
  const { fields, endpoint } = sectionsOf(request);
  switch (deviation.is) {
    case 'set':
      return whyOpenValue(deviation, fields);
    case 'twice':
      return `${shownName(deviation.name)} comes once more, as ${deviation.json}, and RFC 8259 4 lets a parser take either`;
    case 'doubled':
      return `${cameTwice(deviation)}, and RFC 8259 4 lets a parser take either`;
    case 'around':
      return whyAround(deviation);
    case 'deep':
      return `${shownName(deviation.name)} is nested ${deviation.levels} deep, and RFC 8259 9 lets a parser set a limit`;
    case 'long':
      return `${shownName(deviation.name)} is ${JSON.stringify(deviation.unit)} ${deviation.times} times, and the document sets no maximum size (8.2)`;
    case 'bytes':
      return `a text begins with the bytes ${deviation.hex}, which are no UTF-8 (RFC 8259 8.1)`;
    case 'type':
      return `${typeText(deviation.type)}, where ${endpoint} shows application/json`;
    case 'path':
      return `the path has ${deviation.part} after it, which ${endpoint} does not show`;
    default:
      return whyInvalid(request, deviation);
  }
}

function whyOpenValue({ name, json }: Extract<Deviation, { is: 'set' }>, fields: string): string {
  if (!isJson(json)) return `${name} is written ${json}, which is no JSON (RFC 8259), and which some parsers take`;
  if (asked.has(name) || optional.includes(name)) return `${name} is ${json}, which a service may take or refuse`;
  return `${fields} has no field ${shownName(name)}, and does not say what becomes of others`;
}

function whyAround({ before, behind }: Extract<Deviation, { is: 'around' }>): string {
  if (before === '\ufeff')
    return 'the body begins with a byte order mark, which RFC 8259 8.1 lets a parser ignore or refuse';
  const where =
    before === '' ? `after its JSON ${JSON.stringify(behind)}` : `before its JSON ${JSON.stringify(before)}`;
  return `the body has ${where}, which some parsers pass over`;
}

function cameTwice({ name, first, second }: Extract<Deviation, { is: 'doubled' }>): string {
  return `${name} comes twice, as ${first} and as ${second}`;
}

function typeText(type: string): string {
  return type === '' ? 'there is no Content-Type' : `the Content-Type is ${type}`;
}

function askedOf(name: string): string {
  return asked.get(name) ?? 'another value';
}

/** A field of the document as it is written there, any other name in quotes. */
function shownName(name: string): string {
  return asked.has(name) || optional.includes(name) ? name : JSON.stringify(name);
}

function isJson(text: string): boolean {
  return readJsonText(text).is !== 'notJson';
}

/** The sections of the document about the fields and the operation, and the required fields. */
function sectionsOf({ operation }: Request): {
  readonly fields: string;
  readonly endpoint: string;
  readonly needs: string;
} {
  if (operation === 'speech') return { fields: '2.5', endpoint: '4.5', needs: 'text and voice' };
  return { fields: '2.2', endpoint: operation === 'chat' ? '4.2' : '4.3', needs: 'message' };
}
