import type { PlanView } from '../conformance/contract/formats/plan.ts';
import type { Plan, PlannedProbe } from '../conformance/engine/plan.ts';
import { escapeControls } from './text/visible.ts';
import { afterFailures, afterFailuresText, planTable } from './plan-table.ts';
import { pluralize, durationText, spendText, usesText } from './text/format.ts';

export type { PlanView };

/**
 * A plan for people: what each family of checks sends and costs, what is left out and why, and at the end the sum.
 * `verbose` adds each probe with its cost and purpose before that.
 */
export function planText(view: PlanView, { verbose }: { readonly verbose: boolean }): string {
  const sections = [
    `plan for ${view.target ?? 'the embedded reference service'}: nothing is sent`,
    verbose ? view.probes.map(probeText).join('\n') : '',
    planTable(view),
    afterFailures(view) === 0 ? '' : afterFailuresText,
    leftOut(view),
    sumText(view),
    verbose ? '' : '--verbose lists each probe, what it costs and the checks that share it',
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function sumText({ probes, likely, likelyMs, atMost, maxCredits }: PlanView): string {
  return [
    `At most ${spendText(atMost)} for ${pluralize(probes.length, 'probe')}.`,
    `Likely ${likelyText(likely)}, if the target refuses each invalid request.`,
    timeText(likely, likelyMs),
    ...beyond(atMost.credits, maxCredits),
  ].join('\n');
}

function timeText({ roundTrips }: PlanView['likely'], likelyMs: number | undefined): string {
  return likelyMs === undefined
    ? 'To see how long it likely takes, give the time of one request: --round-trip 400ms'
    : `Likely ${durationText(likelyMs)} of waiting for the target, for ${pluralize(roundTrips, 'request')} one after another at least.`;
}

function likelyText({ requests, credits }: PlanView['likely']): string {
  return `${pluralize(requests, 'request')} and ${pluralize(credits, 'credit')}`;
}

function probeText({ name, checks, controls, observations, likely, atMost }: PlannedProbe): string {
  const most = `at most ${pluralize(atMost.credits, 'credit')} (${usesText(atMost)})`;
  const cost = atMost.credits === 0 ? 'free' : `likely ${pluralize(likely.credits, 'credit')}, ${most}`;
  const purposes = [
    ...checks,
    ...controls.map((id) => `${id} (a control, not reported)`),
    ...observations.map((id) => `${id} (an observation)`),
  ];
  const lines = purposes.length === 0 ? ['to find a bot'] : purposes;
  return [`${escapeControls(name)}: ${cost}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function leftOut({ notApplicable }: Plan): string {
  const reasons = [...Map.groupBy(notApplicable, ({ because }) => because)];
  return reasons
    .map(([because, checks]) => `${pluralize(checks.length, 'check')} not applicable: ${because}`)
    .join('\n');
}

function beyond(credits: number, maxCredits: number | undefined): readonly string[] {
  if (maxCredits === undefined || credits <= maxCredits) return [];
  return [`--max-credits ${maxCredits} does not cover all of it: what does not fit would be inconclusive.`];
}
