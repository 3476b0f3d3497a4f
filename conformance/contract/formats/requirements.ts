import { Type } from 'typebox';
import { level } from './finding.ts';
import { nonEmptyList, object, text, type Format, type Of } from './parts.ts';
import { document, sha256 } from './run.ts';

const requirement = object({ id: text('Of the check.'), level, title: text() });
/** What a check requires of a service, at the level that it had in a release. */
export type Requirement = Of<typeof requirement>;

const requirements = object({
  schema: Type.Literal('assay.requirements/1'),
  release: text('The version of assay that judges by it.'),
  document,
  requirements: nonEmptyList(requirement),
});
/** All requirements of a release of assay for a version of the document. */
export type RequirementSet = Of<typeof requirements>;

const named = object('A requirement set, by its release and the SHA-256 of its file.', { release: text(), sha256 });
/** Which set a certificate was judged by. */
export type NamedSet = Of<typeof named>;
/** For certificates, which name a set. */
export const namedSet = named;

export const requirementsFormat: Format = {
  name: 'requirements',
  title: 'A requirement set',
  description:
    'What one release of assay asks of a service by one version of the interface document. It does not change once that release is out.',
  form: requirements,
  parts: { requirement, level, sha256, named },
};
