import { Type } from 'typebox';
import { list, object, optional, text, enumOf, type Format, type Of } from './parts.ts';

const doctor = object({
  schema: Type.Literal('assay.doctor/1'),
  exitCode: enumOf([0, 2], '2 if anything is missing.'),
  looks: list(
    object({
      id: text(),
      is: enumOf(['ok', 'note', 'missing'], 'With `missing` a check cannot run as requested; a `note` is information.'),
      found: text(),
      todo: optional(text('What to do next, if anything.')),
    }),
  ),
});

/** What `assay doctor --json` prints. */
export type DoctorView = Of<typeof doctor>;

export const doctorFormat: Format = {
  name: 'doctor',
  title: 'assay.doctor/1',
  description:
    'What `assay doctor --json` prints: what is present and what is missing for a run, on this machine and at the target.',
  form: doctor,
};
