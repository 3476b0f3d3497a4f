import { loadDefaults } from '../../load/records/settings.ts';
import { limitWarnings, machineLimits } from '../../load/runner/machine-limits.ts';
import { stoppedBlock } from '../../reports/check/stopped.ts';
import { targetLine, type Target } from '../input/target.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { maxCreditsText } from './credits.ts';
import type { LoadWork } from './settings.ts';
import { shortStepWarnings } from './short-steps.ts';

/** The pace of the embedded service, with which the figures of a run without a target are to be compared. */
export const embeddedPace = { firstEventMs: 200, gapMs: 20, events: 20 };

/** Announces what the run asks of which target, and which parts of it are not available, before anything is timed. */
export function announce(work: LoadWork, target: Target): void {
  const { scenario, options, plan, learningCredits } = work;
  const say = (line: string): void => console.log(`load: ${line}`);
  const { url, unanswered } = target;
  if (unanswered !== undefined) {
    print(stoppedBlock(`load ${scenario.name}`, { url, unanswered }, terminalStyle()));
    return;
  }
  console.log(targetLine(`load ${scenario.name}`, target));
  if (target.embedded && work.isStreamed) {
    say(
      `the embedded service sends the first event of a stream after ${embeddedPace.firstEventMs} ms, and each further one ${embeddedPace.gapMs} ms later`,
    );
  }
  if (plan.requests < plan.requestsAsked) {
    say(
      `${maxCreditsText(options.maxCredits, learningCredits)} covers ${plan.requests} of ${plan.requestsAsked} requests; the schedule ends there`,
    );
  }
  work.leftOut.forEach(say);
  shortStepWarnings(work).forEach(say);
  limitWarnings(machineLimits(), options.maxInFlight ?? loadDefaults.maxInFlight).forEach(say);
}
