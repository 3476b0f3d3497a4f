import { Type } from 'typebox';
import { list, object, text, texts, time, type Format, type Of } from './parts.ts';
import { tool } from './run.ts';

const selfTest = object({
  schema: Type.Literal('assay.self-test/1'),
  tool,
  startedAt: time(),
  endedAt: time(),
  accusations: texts('MUST checks of the profile that do not pass on the valid service.'),
  faults: list(
    object({
      fault: text(),
      foundBy: texts(),
      missedBy: texts('Checks that name it, and do not fail with it.'),
    }),
    'Each fault that a check of the profile names, on the reference service.',
  ),
});
/** How well the build that judged finds deliberate mistakes: `self-test.json`. */
export type SelfTest = Of<typeof selfTest>;

export const selfTestFormat: Format = {
  name: 'self-test',
  title: 'A self-test',
  description:
    'self-test.json: how well the build that judged finds faults of the reference service, measured when the certificate was made.',
  form: selfTest,
};
