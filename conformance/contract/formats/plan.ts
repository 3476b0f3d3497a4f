import { Type } from 'typebox';
import { boolean, count, list, object, optional, partOf, text, texts, type Format, type Of } from './parts.ts';
import type { Spend } from './run.ts';

const uses = (description: string, roundTrips: string) =>
  object(description, {
    requests: count('Also those that cost nothing.'),
    credits: Type.Number({ minimum: 0 }),
    roundTrips: count(roundTrips),
  });

const plan = object({
  schema: Type.Literal('assay.plan/1'),
  target: Type.Union([text(), Type.Null()], {
    description: 'Base URL, or null for the embedded reference service, which is not started.',
  }),
  embedded: boolean(),
  maxCredits: optional(count('Of `--max-credits`.')),
  probes: list(
    object({
      name: text(),
      checks: texts('Checks that share the probe.'),
      controls: texts('Checks that were not selected but are controls of selected ones.'),
      observations: texts('Observations that need the probe.'),
      likely: uses(
        'What it sent and used up when the reference service was checked: nothing where it was not needed.',
        'Requests that were sent one after another.',
      ),
      atMost: partOf<Spend>('run#/$defs/spend', 'The most that it can spend.'),
    }),
  ),
  likely: uses(
    'The sum over all probes, as on a service without faults.',
    'Requests that are sent one after another: those of the longest chain of a probe and its controls.',
  ),
  likelyMs: optional(
    Type.Number({
      minimum: 0,
      description:
        'How long the run likely waits for the target, if each request takes as long as `--round-trip` says.',
    }),
  ),
  atMost: partOf<Spend>('run#/$defs/spend', 'The sum over all probes.'),
  notApplicable: list(
    object({
      check: text(),
      because: text(),
    }),
    'Checks for which nothing is sent.',
  ),
});

/** What `assay plan --json` prints. */
export type PlanView = Of<typeof plan>;

export const planFormat: Format = {
  name: 'plan',
  title: 'assay.plan/1',
  description: 'What `assay plan --json` prints: everything that `assay check` would send with the same settings.',
  form: plan,
};
