import type { Answer, HeaderFields, NoAnswer } from '../../model/exchange.ts';
import { tooMuch, wireBounds } from '../../reading/wire-bounds.ts';

/**
 * Keeps the long headers of one run within their bound: they stay in memory until the last check is judged, which takes
 * several times their length. What comes beyond is not judged; headers of usual length are always kept.
 */
export function headerBudget(
  runBytes: number = wireBounds.runHeadBytes,
): (response: Answer | NoAnswer) => Answer | NoAnswer {
  let left = runBytes;
  return (response) => {
    if (response.is === 'noAnswer') return response;
    const bytes = lengthOf(response.headers) + lengthOf(response.trailers ?? []);
    if (bytes <= wireBounds.usualHeadBytes) return response;
    left -= bytes;
    if (left >= 0) return response;
    return { is: 'noAnswer', because: 'tooMuch', detail: tooMuch.runHeads, endedAtMs: response.endedAtMs };
  };
}

function lengthOf(fields: HeaderFields): number {
  return fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}
