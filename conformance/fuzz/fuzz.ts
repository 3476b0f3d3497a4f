import { creditsOf, usedBy } from '../model/costs.ts';
import type { Engine } from '../engine/engine.ts';
import type { Exchange } from '../model/exchange.ts';
import { maskedFinding } from '../engine/judging/masked-finding.ts';
import type { Finding } from '../model/run.ts';
import { inputsOf, shrunk } from './cases.ts';
import { answerOf } from './cause.ts';
import type { CorpusEntry } from './corpus.ts';
import { foundOf, plainFinding, type Failure, type Found, type Origin, type Smallest } from './found.ts';
import { lastCases } from './last-cases.ts';
import { judgeCase, type CaseVerdict } from './judge-case.ts';
import { newOfItsKind } from './new-of-its-kind.ts';
import type { Property } from './property.ts';
import type { Input } from './inputs/request.ts';
import { casesOf, type Case } from './schedule.ts';
import type { TextOptions } from './inputs/texts.ts';

/** What a fuzzing run is made with. */
type FuzzOptions = {
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
  /** False once an input that failed is told as it is, and no smaller one is tried. */
  readonly mayShrink: () => boolean;
  readonly concurrency: number;
  readonly options: TextOptions;
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
  /** How often each cause was met, by the property and the cause. */
  readonly met: ReadonlyMap<string, number>;
};

/** `told`: so many findings speak for it; `elsewhere`: what failed in it is told by that property. */
type Tally = { judged: number; because: string; told: number; elsewhere?: string; defect?: string };

/** Shrinking may try so many inputs, */
const mostShrinks = 400;
/** and use up so many credits. */
const mostShrinkCredits = 300;
/** A service whose answers never repeat would fill every report: further causes are only counted. */
const mostCauses = 40;

/** Tries the corpus, then what the seed generates, and shrinks the first input of each cause. */
export async function fuzz(options: FuzzOptions, engine: Engine, events: FuzzEvents): Promise<FuzzResult> {
  const { properties } = options;
  const tallies = new Map(properties.map((property) => [property.id, freshTally()]));
  const met = new Map<string, number>();
  const answers = new Set<string>();
  let [cases, findings] = [0, 0];
  const last = lastCases();
  const isNewOfItsKind = newOfItsKind();
  const progress = (): Progress => ({ cases, findings, answers: answers.size });

  const note = (property: Property, verdict: CaseVerdict): boolean => {
    for (const exchange of verdict.seen) answers.add([exchange.operation, ...answerOf(exchange)].join(' '));
    const tally = tallies.get(property.id) ?? freshTally();
    last.note(verdict);
    if (verdict.is === 'inconclusive' && tally.defect === undefined) {
      tally.because = verdict.because;
      if (verdict.defect !== undefined) tally.defect = verdict.defect;
    } else if (verdict.is === 'inconclusive') return false;
    else tally.judged += 1;
    if (verdict.is !== 'fail') return false;
    const key = keyOf(property, verdict.cause);
    const times = met.get(key) ?? 0;
    met.set(key, times + 1);
    // Each that fails is spoken for, however much had failed before.
    return times === 0 && (met.size <= mostCauses || tally.told === 0);
  };
  const report = (property: Property, smallest: Smallest, from: Origin): void => {
    // A conversation of one turn is a mistake that its operation has in any case: it is told once.
    const operation = `${smallest.input[0]?.operation}.generated/accepts-valid`;
    const alone = keyOf({ id: operation }, smallest.failure.cause);
    const tally = tallies.get(property.id) ?? freshTally();
    if (property.id === 'sessions.generated/accepts-valid' && smallest.input.length === 1) {
      if (met.has(alone)) {
        tally.elsewhere = operation;
        return;
      }
      met.set(alone, 0);
    }
    tally.told += 1;
    findings += 1;
    const controls = options.controls?.get(property.id) ?? [];
    const beside = { folder: options.folder, controls, number: tally.told };
    events.found(foundOf(property, smallest, { ...from, ...beside }, engine.mask));
  };
  const run = async (one: Case, afterCases: number): Promise<void> => {
    const { property, input } = one;
    const verdict = await judgeCase(property, input, `${property.id} ${afterCases}`, engine, isNewOfItsKind);
    if (note(property, verdict) && verdict.is === 'fail')
      report(property, await smallestOf(one, verdict, afterCases, options, engine), { afterCases, seed: options.seed });
    events.progress(progress());
  };

  const tryAgain = async ({ property, input, seed }: Known, name: number): Promise<void> => {
    const verdict = await judgeCase(property, input, `${property.id} ${name}`, engine);
    if (note(property, verdict) && verdict.is === 'fail') report(property, { input, failure: verdict }, { seed });
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
    met: new Map([...met].map(([cause, times]) => [engine.mask(cause), times])),
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

/** Silence is not shrunk: each try would cost the whole time limit. */
async function smallestOf(
  one: Case,
  failure: Failure,
  name: number,
  { options, mayShrink }: FuzzOptions,
  engine: Engine,
): Promise<Smallest> {
  if (failure.seen.some(({ response }) => response.is === 'noAnswer' && response.because === 'timeout'))
    return { input: one.input, failure };
  let smallest: Smallest = { input: one.input, failure };
  let [tries, credits] = [0, 0];
  const stillBreaks = async (input: Input): Promise<boolean> => {
    if (credits >= mostShrinkCredits || !mayShrink()) return false;
    tries += 1;
    const verdict = await judgeCase(one.property, input, `${one.property.id} ${name} smaller ${tries}`, engine);
    credits += verdict.seen.reduce((sum, exchange) => sum + creditsOf(usedBy(exchange)), 0);
    if (verdict.is !== 'fail' || verdict.cause !== failure.cause) return false;
    smallest = { input, failure: verdict };
    return true;
  };
  await shrunk(inputsOf(one.property, options), one, stillBreaks, mostShrinks);
  return smallest;
}

const keyOf = ({ id }: Pick<Property, 'id'>, cause: string): string => `${id} | ${cause}`;

function freshTally(): Tally {
  return {
    judged: 0,
    because: 'no case of it was tried; more --runs, --time or --max-credits may reach it',
    told: 0,
  };
}

/** Of a property that no finding speaks for, or with which assay itself failed. */
function restOf(property: Property, tallies: ReadonlyMap<string, Tally>): readonly Finding[] {
  const { judged, because, told, elsewhere, defect } = tallies.get(property.id) ?? freshTally();
  if (defect !== undefined) return [{ ...plainFinding(property, { is: 'inconclusive', because }), defect }];
  if (told > 0) return [];
  if (elsewhere !== undefined) {
    const says = `its conversations failed in single turns, as ${elsewhere} shows`;
    return [plainFinding(property, { is: 'inconclusive', because: says })];
  }
  return [plainFinding(property, judged > 0 ? { is: 'pass' } : { is: 'inconclusive', because })];
}

/** Of a property that nothing was wrong with until the run was cut short. */
function cut(finding: Finding, because: string | undefined): Finding {
  if (because === undefined || finding.verdict.is !== 'pass') return finding;
  return { ...finding, verdict: { is: 'inconclusive', because } };
}
