import type { Judgement, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { subjectKind, referencesOf } from '../../model/mismatch.ts';
import { aboutAnswer } from '../../model/reason.ts';

/** Subjects of mismatches about the words of a reply. */
const ofWords: readonly string[] = ['memory', 'reply'];
/** Endings that are the service's doing: a probe that leaves a stream on purpose judges what comes after it. */
const brokenOff: readonly string[] = ['cut', 'broken'];

/**
 * The judgement without the mismatches about words that rest on a reply that broke off: words that such a reply lacks may
 * have been in the rest of it, and a turn that broke off may not be remembered. Inconclusive where no other mismatch is
 * left; that the reply broke off is the failure of another check. `run`: all that the run recorded, where the mismatches may
 * rest on other answers than `seen`.
 */
export function withoutBrokenOff(judgement: Judgement, seen: Exchanges, run: Exchanges = seen): Judgement {
  if ('inconclusive' in judgement || judgement.length === 0) return judgement;
  const broken = judgement.map((mismatch) => restsOnBroken(mismatch, seen, run));
  const first = broken.find((exchange) => exchange !== undefined);
  if (first === undefined) return judgement;
  const whole = judgement.filter((_, at) => broken[at] === undefined);
  if (whole.length > 0) return whole;
  return {
    inconclusive: `the reply to ${first.id} broke off before its end, so words that are missing show nothing`,
    ...aboutAnswer(first.id),
  };
}

/** The exchange that broke off, of those that a mismatch about words rests on; without any, it is about the last of its probe. */
function restsOnBroken(mismatch: Mismatch, seen: Exchanges, run: Exchanges): Exchange | undefined {
  if (!ofWords.includes(subjectKind(mismatch))) return undefined;
  const ids = referencesOf(mismatch);
  const about = ids.length === 0 ? seen.slice(-1) : run.filter(({ id }) => ids.includes(id));
  return about.find(isBrokenOff);
}

function isBrokenOff({ operation, response }: Exchange): boolean {
  const isConversation = operation === 'chat' || operation === 'stream';
  return isConversation && response.is === 'answer' && brokenOff.includes(response.ending);
}
