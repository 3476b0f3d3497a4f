import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/** The temporary refusals (429, 503) that were retried, in one line. */
export function temporaryRefusalsText({ temporaryRefusals = [] }: Pick<Run, 'temporaryRefusals'>): string | undefined {
  const [first, ...more] = temporaryRefusals;
  if (first === undefined) return undefined;
  const counts = [
    `${counted(first.answers, 'answer was', 'answers were')} ${first.status}${shareOf(first)}`,
    ...more.map((each) => `${each.answers} ${each.status}${shareOf(each)}`),
  ];
  return `Refused for the moment: ${counts.join(', ')}. By these no request counts as taken or refused; most are sent again, a few times at most`;
}

type Refused = NonNullable<Run['temporaryRefusals']>[number];

function shareOf({ answers, atRandomOf }: Refused): string {
  if (atRandomOf === undefined) return '';
  return ` (${Math.round((100 * answers) / atRandomOf)}% of all, at random: one of several servers behind it may be down)`;
}
