import { Type } from 'typebox';
import { boolean, list, object, text, texts, time, type Format, type Of } from './parts.ts';
import { tool } from './run.ts';

const matrix = object({
  schema: Type.Literal('assay.matrix/1'),
  tool,
  startedAt: time(),
  endedAt: time(),
  bases: list(
    object({
      id: text(),
      variants: texts('Variants that it is made of; none is the valid service.'),
      accusations: texts('Checks that fail the base without a fault: each is a defect of assay.'),
    }),
  ),
  faults: list(
    object({
      fault: text(),
      named: texts('Checks that name it.'),
      undeclared: texts(
        'Checks that fail with it on the reference service, though neither do they name it nor does it name them.',
      ),
      on: list(
        object({
          base: text(),
          visible: boolean('Whether a client can distinguish it from the base without the fault.'),
          killedBy: texts('Checks that fail.'),
          missedBy: texts('Checks that name it and do not fail.'),
        }),
      ),
    }),
  ),
});

/** Every fault against every check on several valid bases, as `npm run matrix` keeps it. */
export type Matrix = Of<typeof matrix>;

export const matrixFormat: Format = {
  name: 'matrix',
  title: 'assay.matrix/1',
  description:
    'What `npm run matrix` writes: every fault of the reference service against every check, on several valid bases.',
  form: matrix,
};
