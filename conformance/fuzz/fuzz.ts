import { creditsOf } from '../model/costs.ts';
import type { Engine } from '../engine/engine.ts';
import type { Exchange } from '../model/exchange.ts';
import { maskedFinding } from '../engine/judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';
import { answerOf } from './defects/cause.ts';
import type { CorpusEntry } from './corpus.ts';
import { foundOf, plainFinding, type Found } from './found.ts';
import { investigation } from './investigate.ts';
import { lastCases } from './last-cases.ts';
import { judgeCase, type CaseVerdict } from './judge-case.ts';
import { newOfItsKind } from './new-of-its-kind.ts';
import type { Property } from './property.ts';
import type { Input } from './inputs/request.ts';
import { casesOf, type Case } from './schedule.ts';
import type { Shrinks } from './smallest.ts';

/** What a fuzzing run is made with. */
type FuzzOptions = Shrinks & {
  readonly properties: readonly Property[];
  /** What the control of a property got, by its id: it passed, or the property is not among them. */
  readonly controls?: ReadonlyMap<string, readonly Exchange[]>;
  readonly seed: number;
  /** Where the results go, as findings name it. */
  readonly folder?: string | undefined;
  /** Generated cases; infinite where only the time, or the credits, end the run. */
  readonly runs: number;
  /** True once the time is up. */
  readonly isOver: () => boolean;
  readonly concurrency: number;
  /** Tried before anything is generated. */
  readonly corpus: readonly CorpusEntry[];
  readonly signal: AbortSignal;
};

/** What is told while it goes on. */
type FuzzEvents = {
  readonly found: (found: Found) => void;
  readonly progress: (progress: Progress) => void;
};

export type Progress = {
  readonly cases: number;
  readonly findings: number;
  /** Kinds of answers so far: operation, status and error code. */
  readonly answers: number;
};

export type FuzzResult = Progress & {
  /** What ended it. */
  readonly ended: 'runs' | 'time' | 'credits' | 'interrupted' | 'nothing left to judge';
  readonly findings: number;
  /** For each property that no finding speaks for: what is to be said of it. */
  readonly rest: readonly Finding[];
  /** How many inputs showed each defect, by the id of its finding. */
  readonly met: ReadonlyMap<string, number>;
};

/** `told`: so many findings speak for it; `isElsewhere`: what failed in it is told by another property. */
type Tally = { judged: number; because: string; told: number; isElsewhere?: boolean; defect?: string };

/** Tries the corpus, then what the seed generates, and shrinks the first input of each cause. */
export async function fuzz(options: FuzzOptions, engine: Engine, events: FuzzEvents): Promise<FuzzResult> {
  const { properties } = options;
  const tallies = new Map(properties.map((property) => [property.id, freshTally()]));
  const answers = new Set<string>();
  let cases = 0;
  const last = lastCases();
  const isNewOfItsKind = newOfItsKind();
  const tallyOf = ({ id }: Property): Tally => {
    const tally = tallies.get(id) ?? freshTally();
    tallies.set(id, tally);
    return tally;
  };
  const progress = (): Progress => ({ cases, findings: defects.length, answers: answers.size });

  const note = (property: Property, verdict: CaseVerdict): void => {
    for (const exchange of verdict.seen) answers.add([exchange.operation, ...answerOf(exchange)].join(' '));
    const tally = tallyOf(property);
    last.note(verdict);
    if (verdict.is === 'inconclusive' && tally.defect === undefined) {
      tally.because = verdict.because;
      if (verdict.defect !== undefined) tally.defect = verdict.defect;
    } else if (verdict.is !== 'inconclusive') tally.judged += 1;
  };
  const { look, defects } = investigation(options, engine, {
    report: (property, found, from, number) => {
      tallyOf(property).told += 1;
      const controls = options.controls?.get(property.id) ?? [];
      events.found(foundOf(property, found, { ...from, folder: options.folder, controls, number }, engine.mask));
    },
    blame: (property) => (tallyOf(property).isElsewhere = true),
  });
  const run = async ({ property, input, seed, at }: Case, afterCases: number): Promise<void> => {
    const name = `${property.id} ${afterCases}`;
    const verdict = await judgeCase(property, input, name, engine, isNewOfItsKind);
    note(property, verdict);
    const origin = { afterCases, seed: options.seed };
    if (verdict.is === 'fail') await look({ property, input, failure: verdict, name, drawn: { seed, at }, origin });
    events.progress(progress());
  };

  const tryAgain = async ({ property, input, seed }: Known, at: number): Promise<void> => {
    const name = `${property.id} ${at}`;
    const verdict = await judgeCase(property, input, name, engine);
    note(property, verdict);
    if (verdict.is === 'fail') await look({ property, input, failure: verdict, name, origin: { seed } });
    events.progress(progress());
  };
  const { isHopeless } = last;
  const ended =
    (await runAll(knownIn(options), { ...options, runs: Infinity }, engine, {
      isHopeless,
      run: (one) => tryAgain(one, (cases += 1)),
    })) ??
    (await runAll(casesOf(properties, options.seed, options.options), options, engine, {
      isHopeless,
      run: (one) => run(one, (cases += 1)),
    })) ??
    'runs';
  const because = last.cutBy(ended, cases);
  const rest = properties.flatMap((property) => restOf(property, tallies)).map((finding) => cut(finding, because));
  return {
    ...progress(),
    ended,
    met: new Map(defects.map(({ id, met }) => [id, met])),
    rest: rest.map((finding) => maskedFinding(finding, engine.mask)),
  };
}

/** An input of the corpus, with its property. */
type Known = { readonly property: Property; readonly input: Input; readonly seed: number };

function knownIn({ corpus, properties }: FuzzOptions): readonly Known[] {
  return corpus.flatMap(({ property: id, input, seed }) => {
    const property = properties.find((each) => each.id === id);
    return property === undefined ? [] : [{ property, input, seed }];
  });
}

type Running<T> = { readonly isHopeless: () => boolean; readonly run: (one: T) => Promise<void> };

/** Runs them side by side; what ended it, and nothing where that was only their end. */
async function runAll<T extends { readonly property: Property }>(
  all: Iterable<T>,
  { runs, isOver, concurrency, signal }: Pick<FuzzOptions, 'runs' | 'isOver' | 'concurrency' | 'signal'>,
  engine: Engine,
  running: Running<T>,
): Promise<FuzzResult['ended'] | undefined> {
  const underWay = new Set<Promise<void>>();
  let begun = 0;
  let defect: unknown;
  const end = (): FuzzResult['ended'] | undefined => {
    if (signal.aborted) return 'interrupted';
    if (begun >= runs) return 'runs';
    if (isOver()) return 'time';
    return running.isHopeless() ? 'nothing left to judge' : undefined;
  };
  let ended = end();
  if (ended === undefined) {
    for (const one of all) {
      while (underWay.size >= concurrency || (underWay.size > 0 && !isAffordable(one, engine)))
        await Promise.race(underWay);
      ended = end() ?? (isAffordable(one, engine) ? undefined : 'credits');
      if (ended !== undefined || defect !== undefined) break;
      begun += 1;
      const going = running
        .run(one)
        .catch((error: unknown) => (defect = error))
        .then(() => void underWay.delete(going));
      underWay.add(going);
    }
  }
  await Promise.all(underWay);
  if (defect !== undefined) throw defect;
  return ended;
}

function isAffordable({ property }: Pick<Case, 'property'>, engine: Engine): boolean {
  return creditsOf(property.costs) <= engine.creditsLeft();
}

function freshTally(): Tally {
  return {
    judged: 0,
    because: 'no case of it was tried; more --runs, --time or --max-credits may reach it',
    told: 0,
  };
}

/** Of a property that no finding speaks for, or with which assay itself failed. */
function restOf(property: Property, tallies: ReadonlyMap<string, Tally>): readonly Finding[] {
  const { judged, because, told, isElsewhere, defect } = tallies.get(property.id) ?? freshTally();
  if (defect !== undefined) return [{ ...plainFinding(property, { is: 'inconclusive', because }), defect }];
  if (told > 0) return [];
  if (isElsewhere === true) {
    const says = 'what failed in it fails alike without what it is about, as another property shows';
    return [plainFinding(property, { is: 'inconclusive', because: says })];
  }
  return [plainFinding(property, judged > 0 ? { is: 'pass' } : { is: 'inconclusive', because })];
}

/** Of a property that nothing was wrong with until the run was cut short. */
function cut(finding: Finding, because: string | undefined): Finding {
  if (because === undefined || finding.verdict.is !== 'pass') return finding;
  return { ...finding, verdict: { is: 'inconclusive', because } };
}
