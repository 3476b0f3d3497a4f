import type { Check } from '../../model/check.ts';
import { asKept, type Exchange } from '../../model/exchange.ts';
import { asAnyClientSends, curlOf, isOneCurl } from './curl.ts';
import type { Evidence } from './judge.ts';
import { shellWord } from './shell.ts';
import type { Finding } from '../../model/run.ts';

/** What `reproduce` is told where a finding does not know its folder: it is run in there. */
const here = '.';

/** A line to run, and whether it is one request or the command that sends all that it takes. */
type Reproduction = Pick<Finding, 'reproduce' | 'reproduceBy'>;

/**
 * What a person runs to see the mistake: a curl line where that one request shows it, else `assay reproduce`, which takes the
 * session from the answer, makes its own workspace and sends what went before. Empty where nothing was sent. `isOfStatus`:
 * its status is all that is wrong.
 */
export function reproductionOf(
  check: Pick<Check, 'id' | 'ofEvery' | 'together' | 'besides' | 'probe'>,
  decisive: Exchange | undefined,
  evidence: Evidence,
  folder: string | undefined,
  isOfStatus = false,
): Reproduction {
  if (decisive === undefined) return { reproduce: '' };
  const kept = isOfStatus ? asAnyClientSends(asKept(decisive)) : asKept(decisive);
  return isShownAlone(check, decisive, evidence) && isOneCurl(kept) ? byCurl(kept) : again(check.id, folder);
}

/** The same for an input of `fuzz`, whose later requests may build on earlier ones. */
export function reproductionOfCase(
  property: string,
  decisive: Exchange,
  seen: readonly Exchange[],
  folder: string | undefined,
): Reproduction {
  const kept = asKept(decisive);
  return seen.length === 1 && isOneCurl(kept) ? byCurl(kept) : again(property, folder);
}

function byCurl(kept: Exchange): Reproduction {
  return { reproduce: curlOf(kept), reproduceBy: 'curl' };
}

/** The line that sends a whole finding again. */
function again(check: string, folder: string = here): Reproduction {
  return { reproduce: `npx assay reproduce ${shellWord(folder)} ${shellWord(check)}`, reproduceBy: 'command' };
}

/** True where nothing that was sent or answered before it matters. */
function isShownAlone(
  { ofEvery, together, besides, probe }: Pick<Check, 'ofEvery' | 'together' | 'besides' | 'probe'>,
  { id }: Exchange,
  { seen, inexcusable = [], livenessCheck }: Evidence,
): boolean {
  if (together === true || besides === true || livenessCheck !== undefined) return false;
  // The first call of a probe has nothing before it.
  if (ofEvery !== undefined) return id.endsWith('#1');
  return probe.isCases === true || seen.length + inexcusable.length === 1;
}
