import type { Workspace } from '../../model/probe.ts';

/** What the inputs of properties are made of: plain data, so that they can be shrunk, kept in a file and tried again. */

/** A text in the spelling's own escapes, or JSON as it stands: a number in digits of its own, or no JSON at all. */
export type Value = { readonly text: string } | { readonly json: string };

/** A member of the JSON object that is the body. */
export type Member = readonly [name: string, value: Value];

/** How a character of a string is escaped (RFC 8259 7); `short` stays as it is where there is no short form. */
export type Escape = 'hex' | 'HEX' | 'short';

/** One of many spellings of the same value and the same header fields. */
export type Spelling = {
  /** The members begin with this one, counted round. */
  readonly first: number;
  readonly isReversed: boolean;
  /** White space at some of the places where JSON allows it, counted round. */
  readonly blanks: readonly { readonly at: number; readonly blank: string }[];
  /** Characters of names and texts that are escaped, counted round. */
  readonly escapes: readonly { readonly at: number; readonly as: Escape }[];
  /** The `Content-Type`; absent for the usual one. */
  readonly type?: string;
  /** The letter case of header names; absent for the usual one. */
  readonly letters?: 'UPPER' | 'Title';
};

/** The one thing in which a request is not valid, or of which the document does not say whether it is. */
export type Deviation =
  | { readonly is: 'absent'; readonly name: string }
  /** In place of the member of that name, or behind the others. */
  | { readonly is: 'set'; readonly name: string; readonly json: string }
  | { readonly is: 'body'; readonly json: string }
  /** So many thousandths of the body are sent, and at least one byte of it is not. */
  | { readonly is: 'cut'; readonly perMille: number }
  | { readonly is: 'twice'; readonly name: string; readonly json: string }
  /** Both in place of the member of that name, or behind the others. */
  | { readonly is: 'doubled'; readonly name: string; readonly first: string; readonly second: string }
  | { readonly is: 'around'; readonly before: string; readonly behind: string }
  | { readonly is: 'deep'; readonly name: string; readonly open: '[' | '{"a":'; readonly levels: number }
  | { readonly is: 'long'; readonly name: string; readonly unit: string; readonly times: number }
  /** Bytes that are no UTF-8, at the beginning of the first text. */
  | { readonly is: 'bytes'; readonly hex: string }
  | { readonly is: 'type'; readonly type: string }
  /** What stands in the path in place of the bot's id, or behind a path without one. */
  | { readonly is: 'path'; readonly part: string };

/** One request of an input. */
export type Request = {
  readonly operation: 'chat' | 'stream' | 'speech';
  readonly members: readonly Member[];
  readonly spelling: Spelling;
  readonly deviation?: Deviation;
  /** It goes on with the newest session id that the input has got. */
  readonly continues?: true;
  /** Of the first request of an input: the fresh workspace in which all of them are made, and in which the rest is spent. */
  readonly workspace?: Workspace;
};

/** What one case of a property sends, one request after the other. */
export type Input = readonly Request[];

/** As a serialiser without options of its own would write it. */
export const plain: Spelling = { first: 0, isReversed: false, blanks: [], escapes: [] };
