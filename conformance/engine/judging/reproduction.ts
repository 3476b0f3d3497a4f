import type { Check } from '../../model/check.ts';
import { isFirstCall } from '../../model/exchange-id.ts';
import { maskedExchange, type Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { areConcurrent } from '../../classification/overlapping.ts';
import { asAnyClientSends, curlOf, isSingleCurl } from './curl.ts';
import type { ProbeResult } from './judge.ts';
import { shellWord } from './shell.ts';

/** The folder for `reproduce` where a finding does not know its own: the command is then run in that folder. */
const here = '.';

/** A line to run, and whether it is a single request or the command that sends everything that is needed. */
type Reproduction = Pick<Finding, 'reproduce' | 'reproduceBy'>;

/**
 * What a person runs to see the mistake. A curl line, where a single request shows it; otherwise `assay reproduce`,
 * which takes the session from the answer, makes its own workspace and sends what went before. Empty where nothing was
 * sent. `isOfStatus`: only the status is wrong.
 */
export function reproductionOf(
  check: Pick<Check, 'id' | 'ofEvery' | 'together' | 'besides' | 'probe'>,
  decisive: Exchange | undefined,
  evidence: ProbeResult,
  folder: string | undefined,
  isOfStatus = false,
): Reproduction {
  if (decisive === undefined) return { reproduce: '' };
  const kept = isOfStatus ? asAnyClientSends(maskedExchange(decisive)) : maskedExchange(decisive);
  return isShownAlone(check, decisive, evidence) && isSingleCurl(kept) ? byCurl(kept) : byCommand(check.id, folder);
}

/** The path of a chat names a bot, and a target may have other bots in a later process. */
const ofABot = /\/v1\/bots\/[^/?]/;

/** Longest curl line for a reader: more characters fill over seven lines of a terminal, and nobody reads them. */
const longestToRead = 600;

/**
 * The command for a failure whose curl line may show nothing, or is too long to read: it also sends the calls that were
 * under way with the failed one, and finds a bot of its own.
 */
export function againOf(
  { id, ofEvery }: Pick<Check, 'id' | 'ofEvery'>,
  decisive: Exchange | undefined,
  { seen }: Pick<ProbeResult, 'seen'>,
  { folder, curl }: { readonly folder: string | undefined; readonly curl: string },
): Finding['again'] {
  if (decisive === undefined) return undefined;
  const others = seen.filter((each) => each !== decisive && areConcurrent([each, decisive])).length;
  const atOnce = ofEvery === undefined ? 1 + others : 1;
  const isLong = curl.length > longestToRead;
  if (atOnce < 2 && !isLong && !ofABot.test(decisive.request.url)) return undefined;
  return {
    run: commandOf(id, folder),
    ...(atOnce < 2 ? {} : { atOnce }),
    ...(isLong ? { inPlace: true } : {}),
  };
}

/** The same for an input of `fuzz`, whose later requests may build on earlier ones. */
export function reproductionOfCase(
  property: string,
  decisive: Exchange,
  seen: readonly Exchange[],
  folder: string | undefined,
): Reproduction {
  const kept = maskedExchange(decisive);
  return seen.length === 1 && isSingleCurl(kept) ? byCurl(kept) : byCommand(property, folder);
}

/**
 * The same for a finding from a stored folder. The texts of that folder may be anybody's, so that only the kind of
 * reproduction counts. Where a curl line does not show the exchange any more, the command does.
 */
export function reproductionOfStored(
  { check, reproduceBy }: Pick<Finding, 'check' | 'reproduceBy'>,
  decisive: Exchange | undefined,
  folder: string,
): Reproduction {
  const kept =
    decisive === undefined || reproduceBy !== 'curl' ? undefined : asAnyClientSends(maskedExchange(decisive));
  return kept !== undefined && isSingleCurl(kept) ? byCurl(kept) : byCommand(check, folder);
}

function byCurl(kept: Exchange): Reproduction {
  return { reproduce: curlOf(kept), reproduceBy: 'curl' };
}

function byCommand(check: string, folder: string | undefined): Reproduction {
  return { reproduce: commandOf(check, folder), reproduceBy: 'command' };
}

/** The command that sends everything of a finding again. */
export function commandOf(check: string, folder: string = here): string {
  return `npx assay reproduce ${shellWord(folder)} ${shellWord(check)}`;
}

/** True where nothing that was sent or answered before the exchange matters. */
function isShownAlone(
  { ofEvery, together, besides, probe }: Pick<Check, 'ofEvery' | 'together' | 'besides' | 'probe'>,
  exchange: Exchange,
  { seen, unrecoverable = [], livenessCheck, isNowAndThen }: ProbeResult,
): boolean {
  if (together === true || besides === true || livenessCheck !== undefined || isNowAndThen === true) return false;
  // The first call of a probe has nothing before it.
  if (ofEvery !== undefined) return isFirstCall(exchange);
  // Whether a voice is right depends on the list of voices.
  const isByTheList = exchange.operation === 'speech' && seen.some((other) => other.operation === 'voices');
  return (probe.isCases === true && !isByTheList) || seen.length + unrecoverable.length === 1;
}
