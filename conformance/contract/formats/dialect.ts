import { Type } from 'typebox';
import { list, object, optional, partOf, text, time, type Format, type Of } from './parts.ts';
import { tool, type Observed } from './run.ts';

const dialect = object({
  schema: Type.Literal('assay.dialect/1'),
  tool,
  target: text(),
  seenAt: time(),
  observations: list(partOf<Observed>('run#/$defs/observed')),
});
/** What a target does where the document leaves it open, kept in a file for later comparison. */
export type Dialect = Of<typeof dialect>;

const read = object('What `--dialect` rests on, of a file that people wrote: it may say more, which is not read.', {
  schema: Type.Literal('assay.dialect/1'),
  target: optional(text()),
  seenAt: optional(text()),
  observations: list(object({ id: text(), value: text() })),
});
export type DialectRead = Of<typeof read>;

export const dialectFormat: Format = {
  name: 'dialect',
  title: 'assay.dialect/1',
  description: 'What `assay discover` writes, as YAML or JSON: what one target does where the document leaves it open.',
  form: dialect,
  parts: { read },
};
