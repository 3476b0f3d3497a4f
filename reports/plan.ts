import type { PlanView } from '../conformance/contract/formats/plan.ts';
import type { Plan, PlannedProbe } from '../conformance/engine/plan.ts';
import { visible } from './text/visible.ts';
import { counted, durationText, spendText, usesText } from './text/format.ts';

export type { PlanView };

/**
 * A plan for people: the sum, then each probe with its cost and what it is for, then what is left out and why, and the sum
 * once more, which is where a terminal ends.
 */
export function planText(view: PlanView): string {
  const { target, probes } = view;
  const sum = sumText(view);
  const sections = [
    `plan for ${target ?? 'the embedded reference service'}: nothing is sent`,
    sum,
    probes.map(probeText).join('\n'),
    leftOut(view),
    sum,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function sumText({ probes, likely, likelyMs, atMost, maxCredits }: PlanView): string {
  return [
    `${counted(probes.length, 'probe')}, at most ${spendText(atMost)}`,
    `likely ${likelyText(likely)}, as on a service without faults`,
    timeText(likely, likelyMs),
    ...beyond(atMost.credits, maxCredits),
  ].join('\n');
}

function timeText({ roundTrips }: PlanView['likely'], likelyMs: number | undefined): string {
  const chain = `${counted(roundTrips, 'request')} in the longest chain, each sent when the one before is answered`;
  return likelyMs === undefined
    ? `${chain}; --round-trip 400ms, the time of one request, shows how long the run likely takes`
    : `likely ${durationText(likelyMs)} of waiting for the target: ${chain}`;
}

function likelyText({ requests, credits }: PlanView['likely']): string {
  return `${counted(requests, 'request')} and ${counted(credits, 'credit')}`;
}

function probeText({ name, checks, controls, observations, likely, atMost }: PlannedProbe): string {
  const most = `at most ${counted(atMost.credits, 'credit')} (${usesText(atMost)})`;
  const cost = atMost.credits === 0 ? 'free' : `likely ${counted(likely.credits, 'credit')}, ${most}`;
  const purposes = [
    ...checks,
    ...controls.map((id) => `${id} (a control, not reported)`),
    ...observations.map((id) => `${id} (an observation)`),
  ];
  const lines = purposes.length === 0 ? ['to find a bot'] : purposes;
  return [`${visible(name)}: ${cost}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function leftOut({ notApplicable }: Plan): string {
  const reasons = [...Map.groupBy(notApplicable, ({ because }) => because)];
  return reasons.map(([because, checks]) => `${counted(checks.length, 'check')} not applicable: ${because}`).join('\n');
}

function beyond(credits: number, maxCredits: number | undefined): readonly string[] {
  if (maxCredits === undefined || credits <= maxCredits) return [];
  return [`--max-credits ${maxCredits} does not cover all of it: what does not fit would be inconclusive`];
}
