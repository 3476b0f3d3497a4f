import type {
  HistoryPoint,
  LoadHistory,
  LoadRunSeen,
  QuantityHistory,
} from '../../conformance/contract/formats/history.ts';
import type { Load } from '../../load/verdict/load.ts';
import { loadHeadlineOf } from '../load/format.ts';
import { changesIn, families, shapeOf, type Family, type FindChanges, type Shape } from './changes.ts';
import type { RunFolder } from './checks.ts';
import { changedSince, comparisonCount } from './steps-between.ts';
import { isOfOneLoad, quantities, type Quantity, type Sample } from './quantities.ts';

type AskedSettings = Readonly<Record<string, string>>;

/** The part of a load run that a history uses. */
export type LoadHistoryEntry = Pick<LoadHistory, 'target' | 'embedded' | 'scenario'> & {
  readonly is: 'load';
  readonly run: Omit<LoadRunSeen, 'differs'>;
  /** The settings of the run, by names for readers. */
  readonly asked: AskedSettings;
  readonly samples: ReadonlyMap<string, Sample>;
  readonly shapes: ReadonlyMap<Family, Shape>;
};

export function loadHistoryEntry(load: Load, { folder, hasReport }: RunFolder): LoadHistoryEntry {
  const { target, scenario, environment, label, startedAt, complete, validity } = load;
  const { is, word, says, isAmber } = loadHeadlineOf(load);
  const valid = validity === undefined ? complete : validity.is === 'valid';
  const told = valid && isOfOneLoad(load) ? quantities : [];
  return {
    is: 'load',
    target,
    embedded: environment?.embedded === true,
    scenario,
    run: {
      folder,
      ...(hasReport && { report: true }),
      ...(label !== undefined && { label }),
      startedAt,
      ...(environment && { version: environment.assay, machine: environment.machine }),
      complete,
      valid,
      is,
      ...(isAmber === true && { amber: true as const }),
      says: `${word}: ${says}`,
    },
    asked: askedOf(load),
    samples: new Map(
      told.flatMap(({ quantity, of }) => {
        const sample = of(load);
        return sample === undefined ? [] : [[quantity, sample] as const];
      }),
    ),
    shapes: new Map(
      told.length === 0
        ? []
        : families.flatMap((family) => {
            const shape = shapeOf(family, load);
            return shape === undefined ? [] : [[family, shape] as const];
          }),
    ),
  };
}

/** Settings that only affect some quantities. */
const special = { content: 'the rule for text of the reply', slo: 'the SLO' } as const;

function askedOf({ settings, timestamps, environment, connections: { protocols = [] } }: Load): AskedSettings {
  const { arrivals, ratePerS, peakRatePerS, concurrency, mix, turns, thinkMs, sameInput } = settings;
  return {
    arrivals,
    rate: [ratePerS, peakRatePerS].filter((rate) => rate !== undefined).join(' to '),
    users: concurrency ?? '',
    mix: mix ?? '',
    turns: [turns, thinkMs].filter((each) => each !== undefined).join(', '),
    input: sameInput === true ? 'the same' : '',
    timestamps,
    // Empty for HTTP/1, as in runs of earlier versions, which recorded no protocol.
    protocol: protocols.some(({ protocol }) => protocol === 'HTTP/2.0') ? 'HTTP/2' : '',
    'the machine': environment?.machine ?? '',
    [special.content]: settings.content ?? '',
    [special.slo]: settings.slo ?? '',
  };
}

/** The history of one target and scenario. @param seen at least one run, the newest first */
export function loadHistory(seen: readonly LoadHistoryEntry[], find: FindChanges): LoadHistory {
  const [newest] = seen;
  if (newest === undefined) throw new Error('a history has at least one run');
  const { target, embedded, scenario } = newest;
  return {
    target,
    embedded,
    scenario,
    runs: seen.map(({ run, asked }, at) => ({ ...run, differs: differing(asked, seen[at + 1]?.asked ?? asked) })),
    quantities: historiesOf(seen),
    ...changesIn(
      families.map((of) => ({ of, shapes: shapesOf(of, seen) })),
      find,
    ),
  };
}

/** Most runs that are searched for changes, as more would take too long. */
const mostRuns = 200;

/** The shapes of runs with the same settings as the newest run that has one, ignoring other runs between them. */
function shapesOf(
  family: Family,
  seen: readonly LoadHistoryEntry[],
): readonly { readonly run: number; readonly shape: Shape }[] {
  const hangsOn = quantities.find(({ quantity }) => quantity.startsWith(`${family}.`))?.hangsOn ?? [];
  const without = withoutOf(hangsOn);
  const measured = seen.flatMap(({ shapes, asked }, run) => {
    const shape = shapes.get(family);
    return shape === undefined ? [] : [{ run, shape, asked }];
  });
  const newest = measured[0]?.asked ?? {};
  return measured
    .filter(({ asked }) => differing(asked, newest).every((name) => without.includes(name)))
    .slice(0, mostRuns);
}

/** Settings that do not affect a quantity, by names for readers. */
function withoutOf(hangsOn: Quantity['hangsOn']): readonly string[] {
  return Object.entries(special).flatMap(([name, told]) => (hangsOn.some((each) => each === name) ? [] : [told]));
}

function differing(asked: AskedSettings, before: AskedSettings): readonly string[] {
  return Object.keys(asked).filter((name) => asked[name] !== before[name]);
}

type Joined = { readonly run: number; readonly sample: Sample; readonly before?: Omit<Joined, 'before'> };

/** The valid runs that have a quantity, each with the previous one if that had the same settings. */
function joinedOf({ quantity, hangsOn }: Quantity, seen: readonly LoadHistoryEntry[]): readonly Joined[] {
  const measured = seen.flatMap(({ samples, asked }, run) => {
    const sample = samples.get(quantity);
    return sample === undefined ? [] : [{ run, sample, asked }];
  });
  const without = withoutOf(hangsOn);
  return measured.map(({ run, sample, asked }, at) => {
    const before = measured[at + 1];
    const isAlike = before !== undefined && differing(asked, before.asked).every((name) => without.includes(name));
    return { run, sample, ...(isAlike && { before }) };
  });
}

function historiesOf(seen: readonly LoadHistoryEntry[]): readonly QuantityHistory[] {
  const joined = quantities.map((each) => ({ each, runs: joinedOf(each, seen) })).filter(({ runs }) => runs.length > 0);
  const pairs = Math.max(0, ...joined.map(({ runs }) => runs.filter(({ before }) => before !== undefined).length));
  return joined.map(({ each: { quantity, unit, better }, runs }) => ({
    quantity,
    unit,
    better,
    points: runs.map(({ run, sample, before }): HistoryPoint => ({
      run,
      ...sample,
      ...(before && {
        before: {
          run: before.run,
          ...changedSince(before.sample, sample, { better, unit }, comparisonCount(pairs)),
        },
      }),
    })),
  }));
}
