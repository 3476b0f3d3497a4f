import { Type } from 'typebox';
import {
  boolean,
  count,
  integer,
  list,
  object,
  optional,
  described,
  text,
  texts,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';
import { namedSet } from './requirements.ts';
import { counts, countsByLevel, document, sha256, strict, tool } from './run.ts';

const descriptor = object({ name: text(), digest: object({ sha256 }) });

const loadBound = object({
  metric: text('What was bounded, such as `ttft.p95`.'),
  comparator: enumOf(['<', '<=', '>', '>=']),
  threshold: Type.String({
    pattern: String.raw`^\d+(\.\d+)?$`,
    description: 'A decimal number as text, so that no reader rounds it.',
  }),
  unit: enumOf(['ms', '%', '/s', '']),
  is: enumOf(['met', 'violated', 'inconclusive']),
  sampleSize: count('Requests that were measured.'),
});
/** A bound on a load run, in parts that a policy can compare. */
export type LoadBound = Of<typeof loadBound>;

const claims = object('Claims for which an in-toto test result has no field.', {
  schema: Type.Literal('assay.certificate/1'),
  target: text(),
  embedded: boolean("The target was assay's own reference service: for tests only."),
  document,
  requirements: described('The requirement set that it was judged by.', namedSet),
  profile: text(),
  strict: described(
    'Whether a failed HTTP obligation or SHOULD would have prevented it; `http`: HTTP obligations only.',
    strict,
  ),
  counts,
  countsByLevel: described(
    'The result of each level: the policy is that no MUST may fail, nor another level that strict names.',
    countsByLevel,
  ),
  controls: object('The policy on absences: a check that passes because something did not happen needs its control.', {
    seen: count('Checks that passed with their control.'),
  }),
  tool,
  judgedAt: time(),
  validity: object({ notBefore: time(), notAfter: time() }),
  knownFailures: list(
    object({ check: text(), reason: text(), expires: Type.String({ format: 'date' }) }),
    'MUST checks that fail, and are accepted until their day.',
  ),
  selfTest: object('The score of self-test.json, as the signer claims it.', { faults: integer(), found: integer() }),
  load: optional(
    object('A load run that is in the bundle too.', {
      scenario: text(),
      startedAt: text(),
      bounds: optional(list(loadBound, 'The bounds of its SLO, and what came of each; absent without one.')),
    }),
  ),
  opening: optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'What a timestamp authority stamped before the run (opened.tsr), the challenge where there is one: the seed follows from it and from the stamp. certificate.tsr is its stamp over certificate.json.',
    }),
  ),
  challenge: optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Given by whoever asked for the certificate: the seed of the run follows from it.',
    }),
  ),
});
export type Claims = Of<typeof claims>;

const statement = object({
  _type: Type.Literal('https://in-toto.io/Statement/v1'),
  subject: list(descriptor),
  predicateType: Type.Literal('https://in-toto.io/attestation/test-result/v0.1'),
  predicate: object({
    result: enumOf(
      ['PASSED', 'WARNED'],
      'WARNED: a known failure, an HTTP obligation or a SHOULD fails, or a bound of the load run was not met.',
    ),
    configuration: list(descriptor, 'The interface document.'),
    passedTests: texts('Checks that passed, and bounds of the load run that were met (`load/ttft.p95<800ms`).'),
    warnedTests: texts(
      'HTTP obligations and SHOULD checks that fail, and bounds that were violated: they do not count. What is inconclusive is in no list.',
    ),
    failedTests: texts('Known failures.'),
    assay: claims,
  }),
});
/** in-toto Statement v1 with the test-result predicate v0.1; the subjects are the files of the bundle. */
export type Statement = Of<typeof statement>;

export const certificateFormat: Format = {
  name: 'certificate',
  title: 'A certificate',
  description:
    'What certificate.json holds in its DSSE envelope: an in-toto Statement v1 whose subjects are the files of the bundle, with the test-result predicate v0.1.',
  form: statement,
  parts: { counts, sha256, descriptor, claims },
};
