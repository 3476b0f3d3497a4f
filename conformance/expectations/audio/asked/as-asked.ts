import { isStatusMismatch, attributeTo } from '../../../model/mismatch.ts';
import type { Expectation, Judgement, Mismatch, Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { sentJson } from '../../../bodies/sent-json.ts';
import { withExchange } from '../../on-answer.ts';
import { isSuccess } from '../../statuses/is-success.ts';
import { bytesMatchFormat, requestedFormat, typeMatchesFormat } from './agrees-with-format.ts';
import { carriesSpeech } from '../carries-speech.ts';
import { isAudibleInFormat } from './sounds.ts';
import { describeSpeech, speechRequestOf } from './speech-request.ts';

/**
 * What a request for speech asks for, as far as it can be read. It is read from the request itself, so that a stored
 * run is judged in the same way.
 */
export function requestedSpeech({ request }: Exchange): { readonly voice?: unknown; readonly format?: unknown } {
  const json = sentJson(request);
  return typeof json === 'object' && json !== null ? json : {};
}

/**
 * Each of several speeches is a speech in the requested format, under a name of that format, and sounds. The mismatches
 * name the voice, the format and the other options of each.
 */
export const areSpokenAsRequested: Expectation = async (seen) => {
  const mismatches: Mismatch[] = [];
  let open: Judgement | undefined;
  for (const exchange of seen) {
    const words = wordsOf(exchange);
    for (const judgement of await judgementsOf(exchange)) {
      if ('inconclusive' in judgement) open ??= judgement;
      else mismatches.push(...judgement.map((each) => withExchange(exchange, attributeTo(each, words))));
    }
  }
  const [first, ...more] = mismatches;
  if (first === undefined) return open ?? [];
  return more.length === 0 && open === undefined ? [besideOthers(first, seen)] : mismatches;
};

/**
 * Where only one of several speeches by a voice fails, says that the others came: the name of the voice alone would
 * mislead.
 */
function besideOthers(mismatch: Mismatch, seen: Exchanges): Mismatch {
  const voices = new Set(seen.map((exchange) => requestedSpeech(exchange).voice));
  if (seen.length < fewestOthers + 1 || voices.size > 1 || !isStatusMismatch(mismatch)) return mismatch;
  const [voice] = voices;
  return { ...mismatch, expected: `${mismatch.expected}, as for the ${seen.length - 1} others by ${String(voice)}` };
}

const fewestOthers = 3;

function wordsOf(exchange: Exchange): string {
  const [asked, { voice, format }] = [speechRequestOf(exchange), requestedSpeech(exchange)];
  return asked === undefined
    ? `${String(voice)} as ${String(format)} (${exchange.id})`
    : describeSpeech(asked, exchange.id);
}

async function judgementsOf(exchange: Exchange): Promise<readonly Judgement[]> {
  const format = requestedFormat(exchange);
  const succeeded = await isSuccess([exchange]);
  if ('inconclusive' in succeeded || succeeded.length > 0 || format === undefined) return [succeeded];
  const carried = await carriesSpeech([exchange]);
  if ('inconclusive' in carried || carried.length > 0) return [carried];
  return Promise.all(
    [typeMatchesFormat, bytesMatchFormat, isAudibleInFormat].map(async (expectation) =>
      expectation(format)([exchange]),
    ),
  );
}
