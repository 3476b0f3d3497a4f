import type { Run } from '../../../conformance/model/run.ts';
import { durationText } from '../../text/format.ts';

/**
 * The conditions that the caller chose and that may change the result, as a service can be made to pass under these alone.
 * Of a header the name, never the value.
 */
function conditionsOf({ given, embedded }: Pick<Run, 'given' | 'embedded'>): readonly string[] {
  const { headers = [], bot, otherBot, timeoutMs, proxy } = given ?? {};
  return [
    ...(headers.length === 0 ? [] : [`every request carried ${headers.join(', ')} (--header)`]),
    ...(bot === undefined ? [] : [`the bot ${bot} was named (--bot)`]),
    ...(otherBot === undefined ? [] : [`the bot ${otherBot} of the second workspace was named (--other-bot)`]),
    ...(timeoutMs === undefined ? [] : [`an answer was waited for ${durationText(timeoutMs)} (--timeout)`]),
    ...(proxy === undefined || embedded
      ? []
      : [`requests went through the proxy ${proxy}, not directly to the service`]),
  ];
}

/** The same in one line; undefined where there is nothing to tell. */
export function conditionsText(run: Pick<Run, 'given' | 'embedded'>): string | undefined {
  const all = conditionsOf(run);
  return all.length === 0 ? undefined : all.join('; ');
}
