import { join } from 'node:path';
import { shellWord } from '../../conformance/engine/judging/shell.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { parseUntil } from '../../load/slo/until.ts';
import { quantiles } from '../../load/statistics/distribution.ts';
import { fewestSamplesToEnd, lookSampleCounts, looksInRow } from '../../load/statistics/precision.ts';
import { profileOf, stepBounds } from '../../load/plan/profile.ts';
import { stepsOf } from '../../load/plan/steps.ts';
import { k6Path } from '../../load/runner/ensure-k6.ts';
import { scenarioVariables } from '../../load/runner/k6-environment.ts';
import { k6Arguments } from '../../load/runner/start-k6.ts';
import { pluralize, durationText } from '../../reports/text/format.ts';
import type { LoadWork } from './settings.ts';
import { creditsToOrder } from './own-workspaces.ts';
import { shortStepWarnings } from './short-steps.ts';

/** `--dry-run`: prints what a run would send and when, with which command, and what it would cost. Sends nothing. */
export async function dryRun(work: LoadWork, settings: Settings, isOwn: boolean): Promise<number> {
  const k6 = await k6Path({ env: process.env });
  const lines = [
    `load ${work.scenario.name}: ${settings.target ?? 'the embedded reference service'}; nothing is sent`,
    ...scheduleLines(work),
    ...phaseLines(work),
    ...work.leftOut,
    ...shortStepWarnings(work),
    ...untilLines(work),
    `cost: ${costText(work)}${boundText(work)}${learningText(work)}${isOwn ? orderText(work, settings) : ''}`,
    'command:',
    ...commandLines(work, settings, k6),
  ];
  console.log(lines.join('\n'));
  return 0;
}

/** Words for the levels of a closed loop, which has no schedule. */
function levelLines({ plan: { rates }, options, scenario }: LoadWork): readonly string[] {
  return [
    `schedule: none, as in a closed loop the answers decide when the next request is sent; seed ${options.seed}`,
    ...stepsOf(scenario.name, { arrivals: 'closed', ...rates }).map(
      ({ fromMs, toMs, users = 0 }) =>
        `  ${durationText(fromMs)} to ${durationText(toMs)}: ${pluralize(users, 'user')}`,
    ),
  ];
}

function scheduleLines(work: LoadWork): readonly string[] {
  const { plan, options, scenario } = work;
  if (scenario.shape === 'sweep') return levelLines(work);
  const { starts, turns, requests, durationMs, rates } = plan;
  const times = starts.map(({ atMs }) => atMs);
  const kind = options.trace === undefined ? (options.arrivals ?? 'poisson') : `trace ${options.trace}`;
  const sessions = turns > 1 ? `${starts.length} sessions of ${turns} requests, ` : '';
  const steps = stepBounds(profileOf(scenario.shape, { ...rates, durationMs }));
  const shown = times.slice(0, 5).map((ms) => ms.toFixed(0));
  return [
    `schedule: ${kind}, seed ${options.seed}: ${sessions}${requests} requests in ${durationText(durationMs)}`,
    ...(options.trace === undefined
      ? steps.map(
          ({ fromMs, toMs, ratePerS }) => `  ${durationText(fromMs)} to ${durationText(toMs)}: ${ratePerS} a second`,
        )
      : []),
    `  at ${shown.join(', ')}${times.length > 5 ? `, … ${times.at(-1)?.toFixed(0)}` : ''} ms`,
  ];
}

function phaseLines({ scenario: { phases }, plan }: LoadWork): readonly string[] {
  return [
    'phases:',
    `  warm-up (${durationText(plan.rates.warmupMs)}): ${phases.warmup}`,
    `  steady: ${phases.steady}`,
    `  drain: ${phases.drain}`,
  ];
}

/** Words for when the run is checked for being precise enough to end. */
function untilLines({ options, plan: { starts, rates } }: LoadWork): readonly string[] {
  const parsed = options.until === undefined ? undefined : parseUntil(options.until);
  if (parsed?.is !== 'until') return [];
  const measured = starts.filter(({ atMs }) => atMs >= Math.max(0, rates.warmupMs)).length;
  const q = quantiles[parsed.until.quantile];
  const looks = lookSampleCounts(measured, q);
  if (looks.length < looksInRow)
    return [
      `until ${options.until}: never reached, as it needs ${fewestSamplesToEnd(q)} measured requests and the schedule has ${measured}; raise --rate or --duration`,
    ];
  return [
    `until ${options.until}: ends once ${looksInRow} evaluations in a row find that precision; there are at most ${looks.length}, after ${looks.join(', ')} measured requests or soon after`,
  ];
}

/** The cost in words. In a closed loop the number of responses, and so the cost, is unknown. */
function costText({ plan: { credits } }: LoadWork): string {
  if (credits === Number.POSITIVE_INFINITY)
    return 'as many credits as its answers cost, and their number is not known in advance; --max-credits caps it';
  return `at most ${credits} credits`;
}

function learningText({ learningCredits, beforeRunCredits, afterRunCredits }: LoadWork): string {
  if (learningCredits === 0) return '';
  const after =
    afterRunCredits === 0
      ? ''
      : `, and up to ${afterRunCredits} after the run if its replies lack marks that they had before it`;
  return `; and at most ${learningCredits + beforeRunCredits} to learn how the bot replies${after}`;
}

/** Words for the credits of the run's own workspace. The rest of them is spent after the run. */
function orderText({ plan, learningCredits }: LoadWork, { maxCredits = Infinity }: Settings): string {
  return `; the run uses a workspace of its own, with ${creditsToOrder(plan.credits, maxCredits - learningCredits)} credits`;
}

function boundText({ plan, options, learningCredits }: LoadWork): string {
  if (options.maxCredits === undefined) return '';
  const cut =
    plan.requests < plan.requestsAsked ? `, which covers ${plan.requests} of ${plan.requestsAsked} requests` : '';
  return ` of --max-credits ${options.maxCredits + learningCredits}${cut}`;
}

/** The command for a shell; the token stays a variable. */
function commandLines({ options }: LoadWork, settings: Settings, k6: string): readonly string[] {
  const given = {
    ...options,
    target: settings.target ?? 'http://127.0.0.1:PORT',
    botId: settings.bot ?? 'BOT',
    headers:
      settings.headers.length > 0 ? Object.fromEntries(settings.headers.map(([name]) => [name, '…'])) : undefined,
    outDir: '.',
    k6Path: k6,
  };
  const variables = Object.entries(scenarioVariables(given, 'requests.ndjson'));
  const token = settings.token === undefined ? [] : ['  ASSAY_TOKEN="$ASSAY_TOKEN" \\'];
  const bundle = join('dist', 'load', 'scenarios', `${options.scenario}.js`);
  return [
    ...token,
    ...variables.map(([name, value]) => `  ${name}=${shellWord(value ?? '')} \\`),
    `  ${[k6, ...k6Arguments({ bundle, output: options.output })].map(shellWord).join(' ')}`,
    `(${bundle} is made by: npm run build)`,
  ];
}
