import { Type } from 'typebox';
import { amount, count, object, optional, portion, described, enumOf, type Format, type Of } from '../parts.ts';

/** Counts by bucket, ascending. */
const buckets = Type.Unsafe<[upperMs: number, count: number][]>({
  type: 'array',
  items: {
    type: 'array',
    prefixItems: [amount('Upper bound in milliseconds.'), count('Count.')],
    minItems: 2,
    items: false,
  },
});

const instrument = Type.Object({
  schema: Type.Literal('assay.instrument/1'),
  timestamps: enumOf(['user', 'kernel'], 'Source of the arrival timestamps.'),
  histograms: object('Counts by bucket, ascending, no bucket wider than 2 % of its bound.', {
    readDelayMs: described('User timestamp minus kernel timestamp.', buckets),
    gapMs: buckets,
  }),
  clockSteps: count('Steps of the wall clock against the monotonic one.'),
  cpu: object('Seconds of processor time.', {
    ownS: optional(amount()),
    systemBusyS: optional(amount('Of the whole machine, this process included.')),
    stealS: optional(amount("Taken by the machine's host.")),
    wallS: amount(),
    cores: amount(),
  }),
  ephemeralPortFailures: count(),
  fileHandleFailures: count(),
  events: count(),
  stampedEvents: optional(count('Events with a kernel timestamp.')),
  uncertain: count('Events known only to have arrived between the previous read and the timestamp.'),
  reads: count(),
  readDelayMs: optional(Type.Object({}, { description: 'Figures of its histogram; not in load.json.' })),
  uncertainShare: optional(portion()),
});

/** What the load generator knows of itself. It is written while it runs, and once more at the end. */
export type Instrument = Of<typeof instrument>;

export const instrumentFormat: Format = {
  name: 'instrument',
  title: 'assay.instrument/1',
  description:
    'instrument.json: measurements of the load generator itself; written about once a second, and at the end. load.json contains it too.',
  form: instrument,
};
