import { Type } from 'typebox';
import { clause, level } from './finding.ts';
import { mapOf, nonEmptyText, list, object, optional, text, texts, enumOf, type Format, type Of } from './parts.ts';

const listing = object({
  schema: Type.Literal('assay.list/1'),
  checks: list(
    object({
      id: nonEmptyText('Stable id: `<topic>/<name>`.'),
      clause,
      also: list(clause),
      level,
      title: Type.String({
        maxLength: 80,
        description: 'What the service does if it passes, in one line; no other check has it.',
      }),
      requirement: text('The sentence of the document, or of a standard, that it holds.'),
      doneBy: optional(texts('Server software that fails this by itself, whatever service runs on it.')),
      absence: optional(
        enumOf(
          ['access', 'isolation', 'foreignId', 'mixing', 'secrecy', 'charge', 'spend', 'race'],
          'What did not happen, if it passes because of that.',
        ),
      ),
      controls: optional(
        texts('What the same run needs before it passes: a check that passes, or what exchanges show.'),
      ),
      fault: nonEmptyText('The fault of the reference service that proves this check.'),
    }),
  ),
  faults: list(
    Type.Object({
      id: nonEmptyText(),
      mistake: optional(text('What is wrong, in one sentence.')),
      alsoFails: optional(texts('Globs of checks that fail as a consequence.')),
      checks: optional(texts('Checks that name it.')),
      measured: optional(
        mapOf(
          texts(),
          'With --faults, if `npm run matrix` has written its result: the checks that found it, for each base.',
        ),
      ),
    }),
    'Faults: defects planted in the reference service.',
  ),
  deepFaults: optional(
    list(
      Type.Object({
        id: nonEmptyText(),
        mistake: text('What is wrong, in one sentence.'),
        smallest: text('A regular expression that the smallest request that shows it matches.'),
      }),
      'Faults that only an unusual input shows: `fuzz` finds them.',
    ),
  ),
  loadFaults: optional(
    list(
      Type.Object({
        id: nonEmptyText(),
        mistake: text('What is wrong, in one sentence.'),
        shownBy: text('The scenario of `load` that shows it.'),
      }),
      'Faults that only concurrent requests show: `load` finds them.',
    ),
  ),
  variants: list(
    Type.Object({ id: nonEmptyText(), differs: optional(text('In what, in one sentence.')) }),
    'Valid alternatives to the reference service.',
  ),
  scenarios: list(Type.Object({ id: nonEmptyText(), question: optional(text('What it answers.')) }), 'Load scenarios.'),
  sentences: optional(
    list(
      object({
        section: text('Number of a section; empty before the first.'),
        says: text(),
        is: enumOf(
          ['held', 'open', 'introduction', 'beyond'],
          '`held`: tested by checks; `open` in the document and recorded as an observation; `introduction` to others; or `beyond` what a client can observe.',
        ),
        checks: texts('Checks that test it.'),
        observations: texts('Observations that record what it leaves open.'),
        because: optional(text('Why nothing tests it.')),
      }),
      'Every sentence of the interface document, and what tests it.',
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
