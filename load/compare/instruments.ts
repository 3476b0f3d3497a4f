import type { Load } from '../verdict/load.ts';
import type { SetupDifference } from './comparison.ts';

/** A property of the measurement of a run. Undefined where an older run does not record it. */
type Told = (load: Load) => string | undefined;

type Instrument = { readonly what: string; readonly of: Told; readonly against: string };

/** The properties beside the service that affect a figure, and why. */
const instruments: readonly Instrument[] = [
  {
    what: 'arrival timestamps',
    of: ({ timestamps }) => timestamps,
    against:
      'times of the reading program (user) are later than those of the kernel by as long as it waited for a processor',
  },
  {
    what: 'protocol',
    of: protocolsOf,
    against: 'what a protocol and its connections cost is in every time',
  },
  {
    what: 'machine',
    of: ({ environment }) => environment?.machine,
    against: 'another load generator, which may be on another way to the service, has another delay of its own',
  },
  {
    what: 'k6',
    of: ({ environment }) => environment?.k6,
    against: 'another version of the load generator has another delay of its own',
  },
  {
    what: 'build of the stream client',
    of: ({ environment }) => environment?.client,
    against: 'another build of the load generator may time, or judge, the same answer differently',
  },
  {
    what: 'assay',
    of: ({ environment }) => environment?.assay,
    against: 'another version may time, or judge, the same answer differently',
  },
  {
    what: 'load generators',
    of: ({ generators }) => String(generators?.each.length ?? 1),
    against: 'each has a delay, and a way to the service, of its own',
  },
];

/** How the measurements of two runs differ: the service need not be the cause of differences in their figures. */
export function instrumentDifferences(a: Load, b: Load): readonly SetupDifference[] {
  return instruments.flatMap(({ what, of, against }) => {
    const [ofA, ofB] = [of(a), of(b)];
    return ofA === undefined || ofB === undefined || ofA === ofB ? [] : [{ what, a: ofA, b: ofB, against }];
  });
}

/** The protocols in the order of their names: the number of responses for each may differ. */
function protocolsOf({ connections: { protocols = [] } }: Load): string | undefined {
  if (protocols.length === 0) return undefined;
  const names = protocols.map(({ protocol, tls }) => (tls === undefined ? protocol : `${protocol} over ${tls}`));
  return names.toSorted().join(' and ');
}
