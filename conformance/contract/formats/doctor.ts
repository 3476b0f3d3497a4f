import { Type } from 'typebox';
import { object, text, words, type Format, type Of } from './parts.ts';

const doctor = object({
  schema: Type.Literal('assay.doctor/1'),
  exitCode: words([0, 2], { description: '2 if anything is missing.' }),
  looks: Type.Array(
    object({
      id: text(),
      is: words(['ok', 'note', 'missing'], {
        description: 'With `missing` a check cannot run as requested; a `note` is information.',
      }),
      found: text(),
      todo: Type.Optional(text('What to do next, if anything.')),
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
