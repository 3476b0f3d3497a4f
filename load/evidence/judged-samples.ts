import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import { asObject, asString } from '../records/narrow.ts';
import { shareInterval } from '../statistics/ranks.ts';
import { decodedRule, isDecoded, type RequestRecord } from '../records/record.ts';
import { meetsBound, type SloBound } from '../slo/slo.ts';

/** The verdict on the audio of a response, which is decoded after the run. */
export type JudgedSample = {
  /** The id of the request. */
  readonly id: string;
  readonly is: 'right' | 'wrong' | 'inconclusive';
  /** Why the audio is not right. */
  readonly because?: string;
};

/** samples.json: the spoken responses that were decoded. */
export type JudgedSamples = { readonly samples: readonly JudgedSample[] };

/** Number of decoded samples, by verdict. */
export type SampleCounts = NonNullable<LoadForm['samplesHeard']>;

const verdicts = ['right', 'wrong', 'inconclusive'] as const;

/** Reads samples.json. Undefined where it is invalid. */
export function judgedSamplesOf(json: unknown): JudgedSamples | undefined {
  const listed = asObject(json)?.['samples'];
  if (!Array.isArray(listed)) return undefined;
  const samples = listed.map(sampleOf);
  return samples.every((sample) => sample !== undefined) ? { samples } : undefined;
}

function sampleOf(json: unknown): JudgedSample | undefined {
  const fields = asObject(json);
  const [id, because] = [asString(fields?.['id']), asString(fields?.['because'])];
  const is = verdicts.find((verdict) => verdict === fields?.['is']);
  if (id === undefined || is === undefined) return undefined;
  return { id, is, ...(because !== undefined && { because }) };
}

/** Merges the samples of the segments of a run. */
export function mergedSamples(heard: readonly JudgedSamples[]): JudgedSamples | undefined {
  return heard.length === 0 ? undefined : { samples: heard.flatMap(({ samples }) => samples) };
}

export function sampleCounts({ samples }: JudgedSamples): SampleCounts {
  const of = (verdict: JudgedSample['is']): number => samples.filter(({ is }) => is === verdict).length;
  const [because] = samples.flatMap((each) => (each.is === 'inconclusive' ? (each.because ?? []) : [])).toSorted();
  const [right, wrong, inconclusive] = [of('right'), of('wrong'), of('inconclusive')];
  return { n: samples.length, right, wrong, inconclusive, ...(because !== undefined && { because }) };
}

/** Why responses are wrong according to their samples, by the ids of the requests. */
export function wrongReasons(heard: JudgedSamples | undefined): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  for (const { id, is, because } of heard?.samples ?? [])
    if (is === 'wrong') wrong.set(id, because ?? 'it is not said why');
  return wrong;
}

/**
 * Adds the verdict on its sample to a record: its response was also judged by decoding, and a wrong sample makes it a
 * wrong response.
 */
export function withSampleVerdict(heard: JudgedSamples | undefined): (record: RequestRecord) => RequestRecord {
  if (heard === undefined || heard.samples.length === 0) return (record) => record;
  const wrong = wrongReasons(heard);
  const right = new Set(heard.samples.flatMap(({ id, is }) => (is === 'right' ? [id] : [])));
  return (record) => {
    const because = wrong.get(record.id);
    if (because === undefined && !right.has(record.id)) return record;
    const change = changeByVerdict(record, because);
    return change === undefined ? record : { ...record, ...change };
  };
}

type Seen = { readonly [Name in 'outcome' | 'judged' | 'broke']?: RequestRecord[Name] | undefined };

/**
 * The fields of a record that its sample changes. Undefined where the response was already wrong, or the record already
 * contains the verdict.
 */
export function changeByVerdict(
  { outcome, judged, broke }: Seen,
  because: string | undefined,
): Partial<RequestRecord> | undefined {
  // Older runs recorded that the response is wrong, but not by which rule.
  const isOpen = outcome === 'ok' || (outcome === 'wrong' && broke === undefined && because !== undefined);
  if (!isOpen || isDecoded({ judged })) return undefined;
  const now = { judged: judged === undefined ? decodedRule : `${judged} ${decodedRule}` };
  return because === undefined ? now : { ...now, outcome: 'wrong', broke: decodedRule, because };
}

/**
 * Why a bound on wrong responses is violated, whatever the share of all responses that the wrong samples are: their
 * share among the decoded responses is certainly above the bound. Undefined where the bound may be met.
 */
export function violationBySamples(bound: SloBound, heard: SampleCounts | undefined): string | undefined {
  if (heard === undefined || heard.wrong === 0 || bound.quantity !== 'wrong') return undefined;
  const judged = heard.right + heard.wrong;
  const [atLeast] = shareInterval(heard.wrong, judged);
  if (meetsBound(atLeast * 100, bound)) return undefined;
  return `of ${judged} samples of the audio that were decoded, ${heard.wrong} ${heard.wrong === 1 ? 'is' : 'are'} wrong`;
}
