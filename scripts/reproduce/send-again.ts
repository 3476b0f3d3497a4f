import { randomInt } from 'node:crypto';
import { runChecks } from '../../conformance/engine/run-checks.ts';
import { probesByName, sentBefore, workToReproduce } from '../../conformance/engine/run/work-to-reproduce.ts';
import { createEngine, type Engine, type EngineOptions, type JournalEvent } from '../../conformance/engine/engine.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import { chainFinder, probesOf } from '../../conformance/model/chain.ts';
import type { Check, Observation } from '../../conformance/model/check.ts';
import { checkIdOf, defectNumber } from '../../conformance/model/generated.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { everyCheck as checks, everyClause as clauses } from '../../conformance/every.ts';
import { fuzz } from '../../conformance/fuzz/fuzz.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import type { Property } from '../../conformance/fuzz/property.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Need } from '../../conformance/model/probe.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { probeTarget } from '../check/ask-first.ts';
import { observations } from '../content/observation.ts';
import { readCorpus } from '../input/corpus-file.ts';
import { rememberWorkspaceToken } from '../input/ordinary-tokens.ts';
import { readCa } from '../input/read-settings.ts';
import type { Target } from '../input/target.ts';
import { UsageError } from '../errors/usage-error.ts';
import { unreturnedText } from '../results/unreturned-text.ts';
import { join } from 'node:path';
import type { RecordedCheck } from './read-shown.ts';
import { isAnswerToOtherRequest } from './answers-to-others.ts';
import { timesToSend } from './times-to-send.ts';

/** What to send again, and how to judge it. */
type Repetition = {
  readonly work: RunWork;
  readonly atMost: number;
  readonly times: ReturnType<typeof timesToSend>;
  /**
   * False where the failure depends on the response of another request that cannot be sent again: a pass then means
   * nothing.
   */
  readonly isWhole: boolean;
  /** True where the failure occurred beside other requests: a pass without them means nothing. */
  readonly takesOthers: boolean;
  readonly judge: (engine: Engine, signal: AbortSignal) => Promise<readonly Finding[]>;
};

/** For a run of checks, the check with its dependencies; for a fuzz run, the inputs that it kept. */
export function repetitionOf(shown: RecordedCheck, settings: Settings): Repetition {
  return shown.header.command === 'fuzz' ? inputsAgain(shown, settings) : checkAgain(shown, settings);
}

/** The needs of all probes that are sent again. Substitutes are not counted, since each probe itself is sent. */
export function needsOf(shown: RecordedCheck): readonly Need[] {
  if (shown.header.command === 'fuzz') return inputOf(shown).property.needs;
  const { check, work } = workOf(shown);
  const own = chainFinder(checks)(check).map((each) => {
    const { within: _, ...rest } = each;
    return rest;
  });
  return [...own, ...work.observations].flatMap(probesOf).flatMap(({ needs }) => needs);
}

function checkAgain(shown: RecordedCheck, settings: Settings): Repetition {
  const { check, work, before, isWhole } = workOf(shown);
  const own = clauses.filter((clause) => clause.checks.includes(check));
  const atMost = planFrom(work, checks, settings).atMost.credits;
  const isByChance = check.absence === 'race' || check.absence === 'mixing';
  return {
    work,
    atMost,
    times: timesToSend({ atMost, isByChance }, shown.findings),
    isWhole,
    takesOthers: isAnswerToOtherRequest(shown),
    judge: async (engine) => {
      for (const observation of before) await engine.observe(observation);
      return (await runChecks(own, work, engine, () => undefined)).filter(({ check: id }) => id === check.id);
    },
  };
}

type CheckAgain = {
  readonly check: Check;
  readonly work: RunWork;
  /** Sent first, one after the other. */
  readonly before: readonly Observation[];
  readonly isWhole: boolean;
};

/** Cached, as it takes a search through all exchanges of the run and is used twice. */
const worked = new WeakMap<RecordedCheck, CheckAgain>();

function workOf(shown: RecordedCheck): CheckAgain {
  const work = worked.get(shown) ?? workedOut(shown);
  worked.set(shown, work);
  return work;
}

function workedOut({ findings, exchanges }: RecordedCheck): CheckAgain {
  const [finding] = findings;
  const check = checks.find(({ id }) => id === finding?.check);
  if (finding === undefined || check === undefined)
    throw new UsageError(
      `this version of assay has no check ${finding?.check ?? ''}; use the version that made the run, which its run.json names`,
    );
  const known = probesByName({ checks, observations });
  const work = workToReproduce(check, finding, exchanges, known);
  const { before, isAll } = sentBefore(check, finding, exchanges, known);
  return { check, work: { ...work, observations: [...before, ...work.observations] }, before, isWhole: isAll };
}

/** Most credits of an input, more than any input costs. */
const mostOfInput = 1_000;
/** The same as in `fuzz`. */
const inputOptions = { longestText: 4_096 };

function inputOf({ findings: [finding] }: RecordedCheck): { readonly finding: Finding; readonly property: Property } {
  const id = finding && checkIdOf(finding);
  const property = properties.find((each) => each.id === id);
  if (finding === undefined || property === undefined)
    throw new UsageError(
      `this version of assay has no property ${id ?? ''}; use the version that made the run, which its run.json names`,
    );
  return { finding, property };
}

function inputsAgain(shown: RecordedCheck, { concurrency }: Settings): Repetition {
  const { path, header } = shown;
  const { finding, property } = inputOf(shown);
  const corpus = readCorpus(join(path, 'corpus.ndjson'), true).filter((entry) => entry.property === property.id);
  // The corpus has the inputs in the order of the findings.
  const inputs = corpus.slice(defectNumber(finding) - 1, defectNumber(finding));
  const plan = {
    properties: [property],
    runs: 0,
    corpus: inputs,
    seed: header.seed,
    concurrency,
    texts: inputOptions,
  };
  return {
    work: { checks: [], observations: [] },
    atMost: mostOfInput,
    times: timesToSend({ atMost: mostOfInput, isByChance: false, isFewTold: true }, shown.findings),
    isWhole: true,
    takesOthers: false,
    judge: async (engine, signal) => {
      const found: Finding[] = [];
      const told = {
        found: (each: { readonly finding: Finding }) => found.push(each.finding),
        progress: () => undefined,
      };
      const { rest } = await fuzz({ ...plan, isOver: () => false, mayShrink: () => true, signal }, engine, told);
      return [...found, ...rest].map((each) => ({ ...each, check: finding.check }));
    },
  };
}

type Sending = {
  readonly settings: Settings;
  readonly target: Target;
  readonly signal: AbortSignal;
  /** Called with each exchange when it ends, except for the first requests, which test the target and the tokens. */
  readonly sent: (exchange: Exchange) => void;
  /** Called with a message about workspaces that could not be given back. */
  readonly tell: (line: string) => void;
};

/**
 * Sends it until the mistake shows: first the same requests, then with other random words, since a service may remember
 * the earlier ones.
 */
export async function repeatUntilDecided(again: Repetition, sending: Sending): Promise<readonly Finding[]> {
  return repeatUntilAgreed(again.times.most, sending.signal, (time) => {
    const seed = time === 1 ? sending.settings.seed : randomInt(2 ** 32);
    return sendAgain(again, { ...sending, settings: { ...sending.settings, seed } });
  });
}

/**
 * Repeats until it fails, is not applicable, or passes the given number of times in a row. An inconclusive time is made
 * up for by one more; where the last ones do not agree, the inconclusive one is the result.
 */
export async function repeatUntilAgreed(
  most: number,
  signal: AbortSignal,
  send: (time: number) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let open: readonly Finding[] | undefined;
  let passes = 0;
  for (let time = 1; ; time += 1) {
    const findings = await send(time);
    const isTold = findings.some(({ verdict: { is } }) => is === 'fail' || is === 'notApplicable');
    const isPass = findings.length > 0 && findings.every(({ verdict: { is } }) => is === 'pass');
    passes = isPass ? passes + 1 : 0;
    if (!isPass) open = findings;
    if (isTold || passes === most) return findings;
    if (signal.aborted || time > most || (time === most && passes === 0)) return open ?? findings;
  }
}

/** Workspaces made for it are given back. */
async function sendAgain(
  again: Repetition,
  { settings, target: opened, signal, sent, tell }: Sending,
): Promise<readonly Finding[]> {
  const ca = readCa(settings);
  const keep = (event: JournalEvent): void => {
    if (event.is === 'exchange') sent(event.exchange);
  };
  const asking = { settings, work: again.work, ca, target: opened, resumed: undefined, signal };
  const { target, first } = await probeTarget({ ...asking, journal: { keep: () => undefined } });
  const { url, unanswered, token, tokenFlaw, otherToken, otherTokenFlaw, spentToken, provisioner } = target;
  const credentials = { unanswered, token, tokenFlaw, otherToken, otherTokenFlaw, spentToken, provisioner };
  const options: EngineOptions = { ...settings, ...credentials, target: url, seed: settings.seed ?? 0, ca, first };
  const engine = createEngine(
    { ...options, ownCap: again.atMost, learnt: rememberWorkspaceToken },
    checks,
    keep,
    signal,
  );
  try {
    return await again.judge(engine, signal);
  } finally {
    const said = unreturnedText(await engine.close());
    if (said !== undefined) tell(said);
  }
}
