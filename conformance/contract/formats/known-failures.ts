import { Type } from 'typebox';
import { day } from './finding.ts';
import { nonEmptyText, list, object, type Format } from './parts.ts';

const knownFailures = list(
  object({
    check: nonEmptyText('Id of the check that fails; no glob.'),
    reason: Type.String({ pattern: '\\S', description: 'Why the failure is accepted.' }),
    expires: day,
  }),
);

export const knownFailuresFormat: Format = {
  name: 'known-failures',
  title: 'Known failures',
  description: 'The file of `--known-failures`, YAML or JSON: failures that are accepted until a day. Each check once.',
  form: knownFailures,
};
