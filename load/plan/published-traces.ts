import { asObject, parseJson, asNumber } from '../records/narrow.ts';

/** A kind of published trace. Only its times are used: the interface has no tokens, and sets no length. */
export type PublishedTrace = {
  /** Whether the first line names the columns. */
  readonly hasHead: boolean;
  /** The request of a line, or a text that says what is wrong with the line. */
  readonly line: (line: string, beforeMs: number) => { readonly atMs: number } | string;
};

/** The kind of trace to which this first line belongs. Undefined for any other file. */
export function publishedTrace(firstLine: string): PublishedTrace | undefined {
  if (/^\uFEFF?TIMESTAMP,/.test(firstLine)) return timed(true, azureMs, azureExample);
  const fields = asObject(parseJson(firstLine));
  if (fields?.['timestamp'] === undefined || fields['input_length'] === undefined) return undefined;
  return timed(false, mooncakeMs, mooncakeExample);
}

const mooncakeExample = '{"timestamp": 27482, "input_length": 6955, "output_length": 52}, in milliseconds';
const azureExample = '2023-11-16 18:17:03.9799600,4808,10';

/** Times count from the first time of the file, so that a part of a trace begins at once too. */
function timed(hasHead: boolean, msOf: (line: string) => number | undefined, example: string): PublishedTrace {
  let firstMs: number | undefined;
  return {
    hasHead,
    line: (line, beforeMs) => {
      const ms = msOf(line);
      if (ms === undefined) return `it has no time, expected a line such as ${example}`;
      firstMs ??= ms;
      const atMs = Math.round((ms - firstMs) * 1000) / 1000;
      return atMs < beforeMs
        ? `it is ${atMs} ms after the first, expected no less than the ${beforeMs} before it`
        : { atMs };
    },
  };
}

/**
 * Mooncake (FAST '25): a JSON object per line, `timestamp` in milliseconds; `hash_ids` names the blocks of its prefix.
 */
function mooncakeMs(line: string): number | undefined {
  return asNumber(asObject(parseJson(line))?.['timestamp']);
}

/**
 * Azure LLM inference 2023 and 2024: `TIMESTAMP,ContextTokens,GeneratedTokens`, in steps of 100 ns, in 2024 with the
 * zone.
 */
function azureMs(line: string): number | undefined {
  const found = /^"?(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(\.\d+)?(?:Z|\+00:00)?"?,/.exec(line);
  if (found === null) return undefined;
  const [year, month, day, hours, minutes, seconds] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // The fraction is added separately: a date has no digits beyond milliseconds.
  return Date.UTC(year, month - 1, day, hours, minutes, seconds) + Number(found[7] ?? 0) * 1000;
}
