import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { compareLoads, type CompareOptions } from '../../load/compare/compare-loads.ts';
import { instrumentDifferences } from '../../load/compare/instruments.ts';
import type { SetupDifference } from '../../load/compare/comparison.ts';
import { runScenario, type LoadOutcome } from '../../load/runner/run-scenario.ts';
import { twoArguments, compareOptions } from './flags.ts';
import { findBot } from '../input/find-bot.ts';
import { contactTarget } from '../input/asked-target.ts';
import { readCa } from '../input/read-settings.ts';
import { knownContentRule } from '../load/asking/known-content-rule.ts';
import { learnContentRule, type RunContentRule } from '../load/asking/learn-content-rule.ts';
import { readyK6 } from '../load/ready-k6.ts';
import {
  endIfInterrupted,
  interruptedCodes,
  listenForInterruption,
  type Interruption,
} from '../output/interruption.ts';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { livePlan, type LivePlan } from './live-plan.ts';
import { liveSettings } from './live-settings.ts';
import { readLoadRun, type LoadRunRead } from '../load/results/read-load-run.ts';
import { openResultFolder, type ResultFolder } from '../results/result-folder.ts';
import { printComparison } from './comparison-reporter.ts';

/** Fewest pairs: below it the interval by Student's t is too wide to be of use. */
const leastPairs = 4;

type Say = (line: string) => void;

/**
 * `assay compare --live URL_A URL_B`: measures both services in turn on this machine, slice by slice, and compares them
 * pair by pair.
 */
export async function compareLive(args: readonly string[], flags: RawSettings): Promise<number> {
  const options = compareOptions(flags);
  const urls = twoArguments(args, 'compare --live needs two URLs: assay compare --live URL_A URL_B');
  const both = await liveSettings(urls, flags);
  // A dialect describes one service: if the two targets differ, none is given, and both get the note that it was made
  // for another one.
  const ofBoth = both.a.target === both.b.target ? both.a.target : '';
  const known = await knownContentRule({ dialectFile: both.a.dialectFile, target: ofBoth }, undefined);
  const plan = livePlan(both, flags, known);
  const json = flags['json'] === true;
  const say: Say = (line) => (json ? console.error(line) : console.log(line));
  const interruption = listenForInterruption();
  const folder = openResultFolder(both.a.out, 'compare', new Date());
  try {
    const k6Path = await readyK6('compare', interruption, say);
    const bots = await botsOf(both, interruption);
    if ('because' in bots) {
      console.error(`assay: nothing was measured: ${escapeForLog(bots.because)}`);
      return 2;
    }
    const content = plan.learns ? await sameContent(both, bots, say, interruption) : {};
    const measured = await measure(plan, { both, bots, content, k6Path, folder, say, interruption });
    return 'code' in measured ? measured.code : await compared(measured.pairs, plan, { options, folder, json });
  } finally {
    interruption.stopListening();
    folder.close();
  }
}

type Telling = { readonly options: CompareOptions; readonly folder: ResultFolder; readonly json: boolean };

async function compared(
  pairs: readonly Both<LoadRunRead>[],
  plan: LivePlan,
  { options, folder, json }: Telling,
): Promise<number> {
  const { valid, told } = usable(pairs);
  if (valid.length < leastPairs) {
    for (const { what, a, b } of told) console.error(`${what}\n  A: ${a}\n  B: ${b}`);
    console.error(
      `assay: nothing is compared: ${valid.length} of ${plan.pairs} pairs are valid, expected at least ${leastPairs}`,
    );
    return 2;
  }
  const sides = { is: 'pairs', pairs: valid.map(({ a, b }) => ({ a: a.samples, b: b.samples })) } as const;
  const [loadsA, loadsB] = [valid.map(({ a }) => a.load), valid.map(({ b }) => b.load)];
  // One machine sends all slices, but two services may answer by different protocols.
  const unlike = valid.slice(0, 1).flatMap(({ a, b }) => instrumentDifferences(a.load, b.load));
  const comparison = compareLoads({ sides, loadsA, loadsB, told: [...told, ...unlike] }, options);
  await printComparison(comparison, folder, json);
  return comparison.exitCode;
}

type Both<T> = { readonly a: T; readonly b: T };

async function botsOf(
  { a, b }: Both<Settings>,
  interruption: Interruption,
): Promise<Both<string> | { readonly because: string }> {
  // Both are asked at once: if both are down, there is one timeout and not two.
  const [botA, botB] = await Promise.all([a, b].map((settings) => botOf(settings, interruption.signal)));
  endIfInterrupted(interruption, 'interrupted before anything was timed');
  if (botA === undefined || 'because' in botA) return { because: `A: ${botA?.because ?? ''}` };
  if (botB === undefined || 'because' in botB) return { because: `B: ${botB?.because ?? ''}` };
  return { a: botA.bot, b: botB.bot };
}

/**
 * The content rule that was learned of both services. Two different rules would time different things, so then neither
 * is used.
 */
async function sameContent(
  both: Both<Settings>,
  bots: Both<string>,
  say: Say,
  interruption: Interruption,
): Promise<RunContentRule> {
  const learned = async (side: 'a' | 'b'): Promise<RunContentRule> => {
    const asking = {
      settings: both[side],
      target: targetOf(both[side]),
      botId: bots[side],
      signal: interruption.signal,
    };
    return learnContentRule(asking, (line) => say(`compare: ${side.toUpperCase()}: ${line}`));
  };
  const [a, b] = [await learned('a'), await learned('b')];
  endIfInterrupted(interruption, 'interrupted before anything was timed');
  if (a.content === b.content) return a;
  const contentFrom = `${a.content ?? 'no rule'} in A and ${b.content ?? 'no rule'} in B, which differ`;
  say(`compare: TTFT is not compared: ${escapeForLog(contentFrom)}`);
  return { contentFrom };
}

async function botOf(settings: Settings, signal: AbortSignal): ReturnType<typeof findBot> {
  const asked = await contactTarget(targetOf(settings), settings, readCa(settings), signal);
  const { unanswered } = asked;
  return unanswered === undefined ? findBot(settings, asked, signal) : unanswered;
}

function targetOf({
  target = '',
  token,
  otherToken,
  spentToken,
  provisioner,
}: Settings): Parameters<typeof findBot>[1] {
  return { url: target, embedded: false, token, otherToken, spentToken, provisioner, close: async () => undefined };
}

type Ready = {
  readonly both: Both<Settings>;
  readonly bots: Both<string>;
  readonly content: RunContentRule;
  readonly k6Path: string;
  readonly folder: ResultFolder;
  readonly say: Say;
  readonly interruption: Interruption;
};

const nothingCompared = 'interrupted: nothing is compared';

async function measure(
  { pairs, slices, optionsOf }: LivePlan,
  { both, bots, content, k6Path, folder, say, interruption }: Ready,
): Promise<{ readonly pairs: readonly Both<LoadRunRead>[] } | { readonly code: number }> {
  const read: Both<LoadRunRead[]> = { a: [], b: [] };
  for (const [place, { pair, side }] of slices.entries()) {
    const outDir = join(folder.path, 'slices', `${String(pair + 1).padStart(2, '0')}-${side}`);
    mkdirSync(outDir, { recursive: true });
    say(`compare: slice ${place + 1} of ${slices.length}: ${side.toUpperCase()} ${both[side].target}`);
    const { target = '', token } = both[side];
    const outcome = await runScenario(
      { ...optionsOf(pair), ...content, target, token, botId: bots[side], outDir, k6Path },
      () => undefined,
      { takeOver: interruption.by },
    );
    endIfInterrupted(interruption, nothingCompared);
    const code = endedBy(outcome);
    if (code !== undefined) return { code };
    read[side].push(await readLoadRun(outDir));
  }
  return { pairs: Array.from({ length: pairs }, (_, pair) => pairOf(read, pair)) };
}

function pairOf({ a, b }: Both<LoadRunRead[]>, pair: number): Both<LoadRunRead> {
  const [ofA, ofB] = [a[pair], b[pair]];
  if (ofA === undefined || ofB === undefined) throw new Error(`pair ${pair + 1} was not measured`);
  return { a: ofA, b: ofB };
}

function endedBy(outcome: LoadOutcome): number | undefined {
  if (outcome.is === 'done') return undefined;
  // SIGHUP: the terminal was closed.
  if (outcome.is === 'interrupted') return interruptedCodes[outcome.by];
  console.error(`assay: ${outcome.because}`);
  return outcome.is === 'failed' ? 70 : 2;
}

/** The pairs whose measurements are valid. A pair with an invalid slice is left out as a whole, and reported. */
function usable(pairs: readonly Both<LoadRunRead>[]): {
  readonly valid: readonly Both<LoadRunRead>[];
  readonly told: readonly SetupDifference[];
} {
  const valid = pairs.filter(({ a, b }) => reasonsOf(a).length + reasonsOf(b).length === 0);
  const told = pairs.flatMap((pair, place) =>
    valid.includes(pair)
      ? []
      : [{ what: `pair ${place + 1} was left out`, a: validityText(pair.a), b: validityText(pair.b) }],
  );
  return { valid, told };
}

function reasonsOf({ load: { validity } }: LoadRunRead): readonly string[] {
  return validity?.is === 'invalid' ? validity.reasons.map(({ because }) => because) : [];
}

function validityText(run: LoadRunRead): string {
  return reasonsOf(run).join('; ') || 'valid';
}
