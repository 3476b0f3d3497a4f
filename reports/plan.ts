import type { PlanView } from '../conformance/contract/formats/plan.ts';
import type { Plan, PlannedProbe } from '../conformance/engine/plan.ts';
import { visible } from './text/visible.ts';
import { counted, spendText, usesText } from './text/format.ts';

export type { PlanView };

/** A plan for people: each probe with its cost and what it is for, then what is left out and why, then the sum. */
export function planText(view: PlanView): string {
  const { target, probes, atMost, maxCredits } = view;
  const sections = [
    `plan for ${target ?? 'the embedded reference service'}: nothing is sent`,
    probes.map(probeText).join('\n'),
    leftOut(view),
    `${counted(probes.length, 'probe')}, at most ${spendText(atMost)}${beyond(atMost.credits, maxCredits)}`,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function probeText({ name, checks, controls, observations, atMost }: PlannedProbe): string {
  const cost = atMost.credits === 0 ? 'free' : `at most ${counted(atMost.credits, 'credit')} (${usesText(atMost)})`;
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

function beyond(credits: number, maxCredits: number | undefined): string {
  if (maxCredits === undefined || credits <= maxCredits) return '';
  return `\n--max-credits ${maxCredits} does not cover all of it: what does not fit would be inconclusive`;
}
