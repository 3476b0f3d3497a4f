import type { Finding } from '../../model/run.ts';
import { defectIn, observedIn } from './likeness.ts';

/** Of fewer the check that shows it says as much. */
const leastWrong = 2;

/**
 * In how many of all answers it is what the first of these shows in one, and in which: `It is so in 240 of 653 answers, all
 * 240 of them to chats.` By the rule among them that judges each answer; nothing where the first is one, or none is.
 */
export function countedIn([lead, ...others]: readonly Finding[], ofEvery: ReadonlySet<string>): string | undefined {
  if (lead === undefined || lead.mismatches.some(({ answers }) => answers !== undefined)) return undefined;
  const [defect] = defectIn(lead);
  const observed = observedIn(lead);
  if (defect === undefined) return undefined;
  const shown = others
    .filter(({ check }) => ofEvery.has(check))
    .flatMap(({ mismatches }) => mismatches)
    .find(({ answers, ...mismatch }) => {
      const isMany = answers !== undefined && answers.wrong >= leastWrong;
      const one = { mismatches: [mismatch] };
      return isMany && defectIn(one)[0] === defect && observedIn(one) === observed;
    });
  if (shown?.answers === undefined) return undefined;
  const { wrong, judged, which = `${wrong} of ${judged} answers` } = shown.answers;
  return `It is so in ${which}.`;
}
