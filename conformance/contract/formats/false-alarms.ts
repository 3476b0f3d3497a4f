import { Type } from 'typebox';
import { level } from './finding.ts';
import {
  count,
  nonEmptyList,
  list,
  object,
  optional,
  portion,
  text,
  texts,
  time,
  type Format,
  type Of,
} from './parts.ts';

const accusing = 'An inconclusive verdict and a SHOULD accuse nobody: only a MUST or HTTP check that fails does.';
const by = object('What it was judged by.', {
  release: text('The version of assay.'),
  checks: text(
    'The SHA-256 digest, in hexadecimal, of the ids and levels in its requirement set: another title asks for no more.',
  ),
});

const failed = object({ check: text('Its id.'), level });
const judged = object({
  service: text('Which valid service: the reference service, one of its variants, several at once, or another server.'),
  at: time('By when it was judged.'),
  by,
  failed: list(failed, `Checks that failed, of every level. ${accusing}`),
  inconclusive: optional(count('Checks that came to no verdict, of every level. Absent where that was not recorded.')),
});
/** The result of a valid service. */
export type JudgedService = Of<typeof judged>;

const falseAlarms = object({
  schema: Type.Literal('assay.false-alarms/1'),
  services: nonEmptyList(judged),
});
/** The findings against services that are known to be valid. */
export type FalseAlarms = Of<typeof falseAlarms>;

const risk = object(`How often a valid service is accused, as far as that was tried. ${accusing}`, {
  services: count('Valid services that were judged.'),
  accused: count('Those of them of which a MUST or HTTP check failed.'),
  shouldOnly: count('Those of them of which nothing but a SHOULD failed.'),
  inconclusive: object('A check without a verdict accuses nobody, so that a service that was away would look well.', {
    services: count('Those of which a check came to no verdict.'),
    of: count('Those of which that was recorded.'),
  }),
  atMost: portion(
    'The upper end of the exact (Clopper-Pearson) one-sided 95 % interval of the share that is accused. It would hold for a random sample of services; these are of our own choice, and checks were mended where they accused one of them.',
  ),
  at: time('When the last of them was judged.'),
  releases: texts('The versions of assay that judged them.'),
  earlier: count('Those that were judged by other requirements than those of the build that verifies.'),
});
/** The same in a few numbers; `atMost` is a share from 0 to 1. */
export type Risk = Of<typeof risk>;
/** For the output of `verify`. */
export const riskOfBuild = risk;

export const falseAlarmsFormat: Format = {
  name: 'false-alarms',
  title: 'False alarms',
  description: 'What was said of services that are known to be valid: npm run false-alarms measures it.',
  form: falseAlarms,
  parts: { judged, failed },
};
