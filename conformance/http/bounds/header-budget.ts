import type { Answer, HeaderFields, NoAnswer } from '../../model/exchange.ts';
import { boundTexts, wireBounds } from '../../reading/wire-bounds.ts';

/**
 * Keeps the long headers of a run within `runBytes` in all: they stay in memory until the last check is judged, where
 * they take several times their length. An answer whose long header exceeds the rest is not judged. Headers of usual
 * length are always kept and not counted.
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
    return { is: 'noAnswer', because: 'tooMuch', detail: boundTexts.runHeads, endedAtMs: response.endedAtMs };
  };
}

function lengthOf(fields: HeaderFields): number {
  return fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}
