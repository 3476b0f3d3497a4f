import { setImmediate } from 'node:timers/promises';
import type { TriedCases } from '../contract/formats/finding.ts';
import { creditsOf } from '../model/costs.ts';
import type { Engine } from '../engine/engine.ts';
import { isAccepted, type Exchange } from '../model/exchange.ts';
import { maskedFinding, maskedTried } from '../engine/judging/masked-finding.ts';
import { reasonIn } from '../model/reason.ts';
import type { Finding } from '../model/run.ts';
import { costOf, judgeCase, type CaseVerdict, firstOfKindFilter, answerKindOf } from './judge-case.ts';
import type { CorpusEntry } from './corpus.ts';
import { foundDefectOf, type FoundDefect, type Origin } from './found.ts';
import { investigation } from './investigate.ts';
import { trackOperations, operationsOf, type OperationGone } from './operation-health.ts';
import { plainControl, plainInput } from './plain-control.ts';
import { propertyAbout, type Property } from './property.ts';
import type { Input, Operation } from './inputs/request.ts';
import { casesOf, type Case } from './cases.ts';
import type { ShrinkOptions } from './smallest.ts';
import { countVerdict, countUnsent, newTally, remainingFindings, triedCasesOf, type Tally } from './tally.ts';

/** The settings of a fuzzing run. */
type FuzzOptions = ShrinkOptions & {
  readonly properties: readonly Property[];
  /** The exchanges of each property's control, by the property's id; the controls passed. */
  readonly controls?: ReadonlyMap<string, readonly Exchange[]>;
  readonly seed: number;
  /** The results folder, as findings name it. */
  readonly folder?: string | undefined;
  /** Number of generated cases; infinite where only time or credits end the run. */
  readonly runs: number;
  /** True once the time is up. */
  readonly isOver: () => boolean;
  readonly concurrency: number;
  /** Inputs that are tried before the generated ones. */
  readonly corpus: readonly CorpusEntry[];
  readonly signal: AbortSignal;
  /** Aborted, with the engine, some time after the end of the time: cases still under way are abandoned. */
  readonly left?: AbortSignal;
};

/** Events during the run. */
type FuzzEvents = {
  readonly found: (found: FoundDefect) => void;
  readonly progress: (progress: Progress) => void;
};

export type Progress = {
  readonly cases: number;
  readonly findings: number;
  /** Number of kinds of answers so far: operation, status and error code. */
  readonly answers: number;
};

export type FuzzResult = Progress & {
  /** Why the run ended. */
  readonly ended: 'runs' | 'time' | 'credits' | 'interrupted' | 'nothing left to judge';
  readonly findings: number;
  /** The findings of properties without a failure; of an interrupted run only those that passed. */
  readonly rest: readonly Finding[];
  /** The counts of each property's cases, by its id. */
  readonly tried: ReadonlyMap<string, TriedCases>;
  /** The number of inputs that showed each defect, by the id of its finding. */
  readonly met: ReadonlyMap<string, number>;
};

/** Tries the corpus, then the generated inputs, and shrinks the first input of each cause. */
export async function fuzz(options: FuzzOptions, engine: Engine, events: FuzzEvents): Promise<FuzzResult> {
  const { properties } = options;
  const tallies = new Map(properties.map((property) => [property.id, newTally()]));
  const met = new Set<string>();
  const answers = new Set<string>();
  const toldGone = new Set<Operation>();
  // `cases` counts the cases that could be sent, `place` all of them.
  let [cases, place] = [0, 0];
  const { signal, left = signal } = options;
  const ends = AbortSignal.any([signal, left]);
  const last = trackOperations((operation) => plainControl(operation, `${place}`, engine, ends));
  const touched = new Map(properties.map(({ id }) => [id, new Set<Operation>()]));
  const isNewOfItsKind = firstOfKindFilter();
  const tallyOf = ({ id }: Property): Tally => {
    const tally = tallies.get(id) ?? newTally();
    tallies.set(id, tally);
    return tally;
  };
  const originAt = (afterCases: number): Origin => ({ afterCases, seed: options.seed });
  const progress = (): Progress => ({ cases, findings: defects.length, answers: answers.size });

  const note = (property: Property, verdict: CaseVerdict): void => {
    for (const exchange of verdict.seen) answers.add([exchange.operation, ...answerKindOf(exchange)].join(' '));
    countVerdict(tallyOf(property), verdict);
    if (verdict.is === 'fail') met.add(keyOf(property, verdict.cause));
  };
  // An interrupted run does not wait for shrinking.
  const mayShrink = (): boolean => !ends.aborted && options.mayShrink();
  const { investigate, reportUnshrunk, defects } = investigation({ ...options, mayShrink }, engine, {
    report: (property, smallest, from, number) => {
      const tally = tallyOf(property);
      tally.isReported = true;
      const controls = options.controls?.get(property.id) ?? [];
      const found = foundDefectOf(
        property,
        smallest,
        { ...from, folder: options.folder, controls, number },
        engine.mask,
      );
      events.found({ ...found, finding: { ...found.finding, tried: maskedTried(triedCasesOf(tally), engine.mask) } });
    },
    blameOther: (property, because) => (tallyOf(property).reportedElsewhere ??= because),
  });
  /** The verdict of a case, once it is known whether its operation still accepts its plain request. */
  const settled = async (
    { property, input, at }: SentInput,
    verdict: CaseVerdict,
    afterCases: number,
  ): Promise<CaseVerdict> => {
    const asked = last.note({ property, input }, verdict);
    const ofThis = isUntaken(verdict) && property.kind !== 'mixed' ? operationIn(input, verdict) : undefined;
    // For an input from a file no plain request is sent, unless it got no response.
    const isNew = at !== undefined && !met.has(keyOf(property, causeIn(verdict)));
    const isAsked = ofThis !== undefined && (isNew || isSilent(verdict));
    for (const operation of new Set(isAsked ? [ofThis, ...asked] : asked))
      await tellGone(operation, await last.control(operation), afterCases);
    const gone = ofThis === undefined ? undefined : last.goneOf(property, [ofThis]);
    return gone === undefined ? verdict : { is: 'inconclusive', ...reasonIn(gone), seen: verdict.seen };
  };
  /** Reports, once, that a plain request is refused. */
  const tellGone = async (operation: Operation, gone: OperationGone | undefined, afterCases: number): Promise<void> => {
    if (gone?.failure === undefined || toldGone.has(operation)) return;
    toldGone.add(operation);
    const property = propertyAbout('valid', operation, properties);
    if (property === undefined) return;
    await reportUnshrunk(property, { input: plainInput(operation), failure: gone.failure }, originAt(afterCases));
  };
  /** Tries one case; `at` is the place of a generated input in its batch, absent for one from a file. */
  const run = async ({ property, input, seed, at }: SeededInput, afterCases: number): Promise<void> => {
    const operations = operationsOf(input);
    for (const operation of operations) touched.get(property.id)?.add(operation);
    const unsent = last.goneOf(property, operations);
    if (unsent !== undefined) {
      countUnsent(tallyOf(property), unsent.because);
      // Without this a run that only time ends would block the event loop.
      await setImmediate();
      return;
    }
    cases += 1;
    const name = `${property.id} ${afterCases}`;
    const came = await judgeCase(property, input, name, engine, at === undefined ? undefined : isNewOfItsKind);
    if (ends.aborted && came.is === 'inconclusive') {
      // The end of the run cut it off.
      cases -= 1;
      return;
    }
    const verdict = await settled({ property, input, ...(at === undefined ? {} : { at }) }, came, afterCases);
    note(property, verdict);
    if (verdict.is === 'fail') {
      const from = at === undefined ? { origin: { seed } } : { drawn: { seed, at }, origin: originAt(afterCases) };
      await investigate({ property, input, failure: verdict, name, ...from });
    }
    events.progress(progress());
  };
  const operations = new Set(properties.flatMap((property) => property.operations));
  const running = { isHopeless: () => last.isHopeless(operations), run: (one: SeededInput) => run(one, (place += 1)) };
  const ended =
    (await runAll(corpusInputsOf(options), { ...options, runs: Infinity }, engine, running)) ??
    (await runAll(casesOf(properties, options.seed, options.texts), options, engine, running)) ??
    'runs';
  for (const operation of last.doubtful()) await tellGone(operation, await last.control(operation), place);
  const rest = properties.flatMap((property) =>
    remainingFindings(property, tallyOf(property), {
      gone: last.silence(operations) ?? last.goneOf(property, touched.get(property.id) ?? []),
      isWholeFile: options.runs === 0,
    }),
  );
  return {
    ...progress(),
    ended,
    met: new Map(defects.map(({ id, met: times }) => [id, times])),
    tried: new Map([...tallies].map(([id, tally]) => [id, maskedTried(triedCasesOf(tally), engine.mask)])),
    rest: rest
      .filter(({ verdict }) => !signal.aborted || verdict.is === 'pass')
      .map((finding) => maskedFinding(finding, engine.mask)),
  };
}

type SentInput = Pick<Case, 'property' | 'input'> & { readonly at?: number };
type SeededInput = SentInput & { readonly seed: number };

const causeIn = (verdict: CaseVerdict): string => (verdict.is === 'fail' ? verdict.cause : '');

/** True of a failure whose answer is no success: the service may answer every request so. */
function isUntaken(verdict: CaseVerdict): boolean {
  return verdict.is === 'fail' && (verdict.decisive === undefined || !isAccepted(verdict.decisive));
}

function isSilent(verdict: CaseVerdict): boolean {
  return verdict.is === 'fail' && verdict.decisive?.response.is === 'noAnswer';
}

function operationIn(input: Input, verdict: CaseVerdict): Operation | undefined {
  const decisive = verdict.is === 'fail' ? verdict.decisive?.operation : undefined;
  return operationsOf(input).find((operation) => operation === decisive) ?? input[0]?.operation;
}

/** An input of the corpus, with its property. */
type CorpusInput = { readonly property: Property; readonly input: Input; readonly seed: number };

function corpusInputsOf({ corpus, properties }: FuzzOptions): readonly CorpusInput[] {
  return corpus.flatMap(({ property: id, input, seed }) => {
    const property = properties.find((each) => each.id === id);
    return property === undefined ? [] : [{ property, input, seed }];
  });
}

type CaseRunner<T> = { readonly isHopeless: () => boolean; readonly run: (one: T) => Promise<void> };

/** Runs the cases in parallel; returns why it stopped early, or undefined where all were run. */
async function runAll<T extends { readonly input: Input }>(
  all: Iterable<T>,
  { runs, isOver, concurrency, signal }: Pick<FuzzOptions, 'runs' | 'isOver' | 'concurrency' | 'signal'>,
  engine: Engine,
  running: CaseRunner<T>,
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

function isAffordable({ input }: Pick<Case, 'input'>, engine: Engine): boolean {
  return creditsOf(costOf(input)) <= engine.creditsLeft();
}

const keyOf = ({ id }: Pick<Property, 'id'>, cause: string): string => `${id} | ${cause}`;
