import { Type } from 'typebox';
import { clause, level } from './finding.ts';
import { byName, object, text, texts, words, type Format, type Of } from './parts.ts';

const listing = object({
  schema: Type.Literal('assay.list/1'),
  checks: Type.Array(
    object({
      id: Type.String({ minLength: 1, description: 'Stable id: `<topic>/<name>`.' }),
      clause,
      also: Type.Array(clause),
      level,
      title: Type.String({
        maxLength: 80,
        description: 'What the service does if it passes, in one line; no other check has it.',
      }),
      requirement: text('The sentence of the document, or of a standard, that it holds.'),
      doneBy: Type.Optional(texts('Server software that fails this by itself, whatever service runs on it.')),
      absence: Type.Optional(
        words(['access', 'isolation', 'foreignId', 'mixing', 'secrecy', 'charge', 'spend', 'race'], {
          description: 'What did not happen, if it passes because of that.',
        }),
      ),
      controls: Type.Optional(
        texts('What the same run needs before it passes: a check that passes, or what exchanges show.'),
      ),
      fault: Type.String({ minLength: 1, description: 'The fault of the reference service that proves this check.' }),
    }),
  ),
  faults: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      mistake: Type.Optional(text('What is wrong, in one sentence.')),
      alsoFails: Type.Optional(texts('Globs of checks that fail as a consequence.')),
      checks: Type.Optional(texts('Checks that name it.')),
      measured: Type.Optional(
        byName(texts(), {
          description:
            'With --faults, if `npm run matrix` has written its result: the checks that found it, for each base.',
        }),
      ),
    }),
    { description: 'Faults: defects planted in the reference service.' },
  ),
  deepFaults: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        mistake: text('What is wrong, in one sentence.'),
        smallest: text('A regular expression that the smallest request that shows it matches.'),
      }),
      { description: 'Faults that only an unusual input shows: `fuzz` finds them.' },
    ),
  ),
  loadFaults: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        mistake: text('What is wrong, in one sentence.'),
        shownBy: text('The scenario of `load` that shows it.'),
      }),
      { description: 'Faults that only concurrent requests show: `load` finds them.' },
    ),
  ),
  variants: Type.Array(
    Type.Object({ id: Type.String({ minLength: 1 }), differs: Type.Optional(text('In what, in one sentence.')) }),
    { description: 'Valid alternatives to the reference service.' },
  ),
  scenarios: Type.Array(
    Type.Object({ id: Type.String({ minLength: 1 }), question: Type.Optional(text('What it answers.')) }),
    { description: 'Load scenarios.' },
  ),
  sentences: Type.Optional(
    Type.Array(
      object({
        section: text('Number of a section; empty before the first.'),
        says: text(),
        is: words(['held', 'open', 'introduction', 'beyond'], {
          description:
            '`held`: tested by checks; `open` in the document and recorded as an observation; `introduction` to others; or `beyond` what a client can observe.',
        }),
        checks: texts('Checks that test it.'),
        observations: texts('Observations that record what it leaves open.'),
        because: Type.Optional(text('Why nothing tests it.')),
      }),
      { description: 'Every sentence of the interface document, and what tests it.' },
    ),
  ),
});

/** What `assay list --json` prints. */
export type ListView = Of<typeof listing>;

export const listFormat: Format = {
  name: 'list',
  title: 'assay.list/1',
  description: 'What `assay list --json` prints: all names that a command line can use.',
  form: listing,
};
