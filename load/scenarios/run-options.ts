import type { RunOptions } from 'k6/x/stream';
import type { PathStep } from '../content/path.ts';
import { clientMarking, repeatsFrom } from '../content/repeats.ts';
import type { ContentRule } from '../content/rule.ts';
import type { ScenarioOptions } from './options.ts';

/** Milliseconds between the begin and t0: 1,000 virtual users reached their first wait after about 100 ms. */
export const leadMs = 250;

/** A rule in the form of the extension: each step of a path as a text. */
function ruleOptions({ event, where, path }: ContentRule): NonNullable<RunOptions['content']> {
  return {
    ...(event !== undefined && { event }),
    ...(where && { where: { path: where.path.map(stepText), is: where.is } }),
    ...(path && { path: path.map(stepText) }),
  };
}

function stepText(step: PathStep): string {
  if (typeof step === 'string') return `.${step}`;
  return typeof step === 'number' ? `[${step}]` : '[]';
}

function markingOf({ turns = 1, repeats }: ScenarioOptions['settings']): NonNullable<RunOptions['marking']> {
  return { turns, ...clientMarking(repeats === undefined ? [] : repeatsFrom(repeats)) };
}

/** The run in the form of the extension. */
export function runOf(scenario: string, given: ScenarioOptions): RunOptions {
  const { requestsPath, plan, settings, timestamps, audioDir, wrongDir, content, output } = given;
  return {
    requestsPath,
    scenario,
    seed: plan.seed,
    warmupMs: settings.warmupMs,
    leadMs,
    settings,
    ...(settings.maxCredits !== undefined && { maxCredits: settings.maxCredits }),
    ...(timestamps && { timestamps }),
    ...(audioDir !== undefined && { audioDir }),
    ...(wrongDir !== undefined && { wrongDir }),
    ...(output && { output }),
    ...(settings.sameInput !== true && { marking: markingOf(settings) }),
    ...(content && { content: ruleOptions(content) }),
  };
}
