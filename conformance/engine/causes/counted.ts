import type { Finding } from '../../model/run.ts';
import { defectIn, observedIn } from './likeness.ts';

/** Fewest wrong answers that are counted: of a single answer the check that shows it says as much. */
const leastWrong = 2;

/**
 * In how many of all answers the defect of the first failure is, and in which: `It is so in 240 of 653 answers, all 240
 * of them to chats.` The count is that of a check of every answer in the group. Undefined where the first failure is of
 * such a check, or where there is none.
 */
export function affectedAnswersText(
  [lead, ...others]: readonly Finding[],
  ofEvery: ReadonlySet<string>,
): string | undefined {
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
