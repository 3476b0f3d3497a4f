import { Type } from 'typebox';
import { count, object, text, texts, time, type Format, type Of } from './parts.ts';
import { tool } from './run.ts';

const judged = object({
  service: text('Which valid service: the reference service, one of its variants, several at once, or another server.'),
  accused: texts('Checks that failed, of any level.'),
});

const falseAlarms = object({
  schema: Type.Literal('assay.false-alarms/1'),
  tool,
  at: time('When the last of them was judged.'),
  checks: count('Checks that each was judged by.'),
  services: Type.Array(judged, { minItems: 1 }),
});
/** What a build said of services that are known to be valid. */
export type FalseAlarms = Of<typeof falseAlarms>;

const risk = object(
  {
    services: count('Valid services that this build was tried on.'),
    accused: count('Those of them of which a check failed.'),
    atMost: Type.Number({
      description:
        'The upper end of the exact (Clopper-Pearson) one-sided 95 % interval of their share. They are our own choice, and no random sample of services.',
    }),
    at: time('When they were judged.'),
  },
  { description: 'How often the build that verifies accuses a service wrongly, as far as that was tried.' },
);
/** The same in three numbers; `atMost` is a share from 0 to 1. */
export type Risk = Of<typeof risk>;
/** For what `verify` prints. */
export const riskOfBuild = risk;

export const falseAlarmsFormat: Format = {
  name: 'false-alarms',
  title: 'False alarms',
  description: 'What this build said of services that are known to be valid: npm run false-alarms measures it.',
  form: falseAlarms,
  parts: { judged, tool },
};
