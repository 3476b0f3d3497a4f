import { Type } from 'typebox';
import { object, partOf, text, time, type Format, type Of } from './parts.ts';
import { tool, type Observed } from './run.ts';

const dialect = object({
  schema: Type.Literal('assay.dialect/1'),
  tool,
  target: text(),
  seenAt: time(),
  observations: Type.Array(partOf<Observed>('run#/$defs/observed')),
});
/** What one target does where the document leaves it open, kept in a file to be compared with later. */
export type Dialect = Of<typeof dialect>;

const read = object(
  {
    schema: Type.Literal('assay.dialect/1'),
    target: Type.Optional(text()),
    seenAt: Type.Optional(text()),
    observations: Type.Array(object({ id: text(), value: text() })),
  },
  { description: 'What `--dialect` rests on, of a file that people wrote: it may say more, which is not read.' },
);
export type DialectRead = Of<typeof read>;

export const dialectFormat: Format = {
  name: 'dialect',
  title: 'assay.dialect/1',
  description: 'What `assay discover` writes, as YAML or JSON: what one target does where the document leaves it open.',
  form: dialect,
  parts: { read },
};
