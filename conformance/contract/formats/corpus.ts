import { Type } from 'typebox';
import {
  boolean,
  nonEmptyList,
  nonEmptyText,
  flag,
  integer,
  list,
  object,
  optional,
  text,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';

/** Beyond this number of repetitions no body is made in reasonable time and memory. */
const mostTimes = 10_000_000;
const mostLevels = 1_000_000;

const upTo = (maximum: number, says: { readonly minimum?: number; readonly description?: string } = {}) =>
  Type.Integer({ minimum: 0, ...says, maximum });
/** Places wrap around, so that any whole number is valid. */
const place = (description?: string) => upTo(Number.MAX_SAFE_INTEGER, description === undefined ? {} : { description });
const balance = upTo(Number.MAX_SAFE_INTEGER);

/** A text that a header field can carry (RFC 9110 5.5). */
const contentType = (description: string) => Type.String({ description, pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$' });

const name = text('Name of a member of the JSON object that is the body.');
const json = text('Text that is sent unchanged, JSON or not.');

const value = Type.Union([object({ text: text() }), object({ json })], {
  description: 'A text with the escapes of the spelling, or JSON that is sent unchanged.',
});
export type Value = Of<typeof value>;

const member = Type.Unsafe<[name: string, value: Value]>({
  type: 'array',
  prefixItems: [name, value],
  minItems: 2,
  items: false,
});
export type Member = Of<typeof member>;

const escape = enumOf(['hex', 'HEX', 'short']);
export type Escape = Of<typeof escape>;

const spelling = object({
  first: place('The members begin with this one, modulo their number.'),
  isReversed: boolean(),
  blanks: list(
    object({ at: place(), blank: Type.String({ pattern: '^[ \\t\\r\\n]+$' }) }),
    'White space at places where JSON allows it, modulo their number.',
  ),
  escapes: list(
    object({ at: place(), as: escape }),
    'Characters of names and texts that are escaped, modulo their number.',
  ),
  type: optional(contentType('The `Content-Type`; absent for the usual one.')),
  letters: optional(enumOf(['UPPER', 'Title'], 'The letter case of header names; absent for the usual one.')),
});
export type Spelling = Of<typeof spelling>;

const deviation = Type.Union(
  [
    object({ is: Type.Literal('absent'), name }),
    object('In place of the member of that name, or after the others.', { is: Type.Literal('set'), name, json }),
    object({ is: Type.Literal('body'), json }),
    object({
      is: Type.Literal('cut'),
      perMille: upTo(1_000, { minimum: 1, description: 'So many thousandths of the body are sent.' }),
    }),
    object({ is: Type.Literal('twice'), name, json }),
    object('Both in place of the member of that name, or after the others.', {
      is: Type.Literal('doubled'),
      name,
      first: json,
      second: json,
    }),
    object({ is: Type.Literal('around'), before: text(), behind: text() }),
    object({
      is: Type.Literal('deep'),
      name,
      open: enumOf(['[', '{"a":']),
      levels: upTo(mostLevels, { minimum: 1 }),
    }),
    object({
      is: Type.Literal('long'),
      name,
      unit: text('Together with `times` at most 10,000,000 letters.'),
      times: upTo(mostTimes, { minimum: 1 }),
    }),
    object({
      is: Type.Literal('bytes'),
      hex: Type.String({
        description: 'Bytes that are not UTF-8, at the beginning of the first text.',
        pattern: '^([0-9a-f]{2})+$',
      }),
    }),
    object({ is: Type.Literal('type'), type: contentType('The `Content-Type`; empty for none.') }),
    object({
      is: Type.Literal('path'),
      // RFC 3986 2.
      part: Type.String({
        description: "Added after the bot's id, or after a path without one.",
        pattern: '^[\\x21-\\x7e]*$',
      }),
    }),
  ],
  { description: 'The one thing in which a request is invalid or unspecified.' },
);
export type Deviation = Of<typeof deviation>;

const workspace = Type.Union(
  [
    object({ kind: Type.Literal('credit-balance'), credits: balance }),
    object({ kind: Type.Literal('enterprise-pooled'), includedRequests: balance, includedTts: balance }),
  ],
  {
    description:
      'On the first request: the fresh workspace in which all requests are sent, and in which the rest is spent.',
  },
);
export type DrawnWorkspace = Of<typeof workspace>;

const request = object({
  operation: enumOf(['chat', 'stream', 'speech']),
  members: list(member, 'Members of the JSON object that is the body.'),
  spelling,
  deviation: optional(deviation),
  continues: flag('It continues with the newest session id that the input has received.'),
  workspace: optional(workspace),
});
export type Request = Of<typeof request>;

const corpusEntry = object({
  schema: Type.Literal('assay.corpus/1'),
  property: nonEmptyText('Id of the property, such as `chat.generated/accepts-valid`.'),
  cause: text('What failures of one defect have in common; not part of the input.'),
  seed: integer('Seed of the run that found it.'),
  input: nonEmptyList(request, 'Requests, sent one after the other.'),
});
/** An input that once broke a property: one line of `corpus.ndjson`, or of the file of `--corpus` and `--replay`. */
export type CorpusEntry = Of<typeof corpusEntry>;

export const corpusFormat: Format = {
  name: 'corpus',
  title: 'assay.corpus/1',
  description:
    'A line of corpus.ndjson, and of the files of `--corpus` and `--replay`: an input that once broke a property.',
  form: corpusEntry,
  parts: { name, json, request, value, spelling, deviation, workspace },
};
