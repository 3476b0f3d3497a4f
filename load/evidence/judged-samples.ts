import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import { fieldsOf, stringOf } from '../records/narrow.ts';
import { shareInterval } from '../statistics/ranks.ts';
import { decodedRule, isHeard, type RequestRecord } from '../records/record.ts';
import { keeps, type SloBound } from '../slo/slo.ts';

/** What the audio of one answer was found to be when it was decoded, behind the run. */
export type JudgedSample = {
  /** The request's. */
  readonly id: string;
  readonly is: 'right' | 'wrong' | 'inconclusive';
  /** Why it is not right. */
  readonly because?: string;
};

/** samples.json: the spoken answers that were decoded. */
export type JudgedSamples = { readonly samples: readonly JudgedSample[] };

/** How many samples were decoded, and what they come to. */
export type SampleCounts = NonNullable<LoadForm['samplesHeard']>;

const verdicts = ['right', 'wrong', 'inconclusive'] as const;

/** What samples.json holds, or `undefined`. */
export function judgedSamplesOf(json: unknown): JudgedSamples | undefined {
  const listed = fieldsOf(json)?.['samples'];
  if (!Array.isArray(listed)) return undefined;
  const samples = listed.map(sampleOf);
  return samples.every((sample) => sample !== undefined) ? { samples } : undefined;
}

function sampleOf(json: unknown): JudgedSample | undefined {
  const fields = fieldsOf(json);
  const [id, because] = [stringOf(fields?.['id']), stringOf(fields?.['because'])];
  const is = verdicts.find((verdict) => verdict === fields?.['is']);
  if (id === undefined || is === undefined) return undefined;
  return { id, is, ...(because !== undefined && { because }) };
}

/** Those of several segments are those of the run. */
export function mergedSamples(heard: readonly JudgedSamples[]): JudgedSamples | undefined {
  return heard.length === 0 ? undefined : { samples: heard.flatMap(({ samples }) => samples) };
}

export function countedSamples({ samples }: JudgedSamples): SampleCounts {
  const of = (verdict: JudgedSample['is']): number => samples.filter(({ is }) => is === verdict).length;
  const [because] = samples.flatMap((each) => (each.is === 'inconclusive' ? (each.because ?? []) : [])).toSorted();
  const [right, wrong, inconclusive] = [of('right'), of('wrong'), of('inconclusive')];
  return { n: samples.length, right, wrong, inconclusive, ...(because !== undefined && { because }) };
}

/** Why the answers to these requests are wrong, by the requests' ids. */
export function wrongBySample(heard: JudgedSamples | undefined): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  for (const { id, is, because } of heard?.samples ?? [])
    if (is === 'wrong') wrong.set(id, because ?? 'it is not said why');
  return wrong;
}

/**
 * A record as it is with what was heard: its answer was judged by decoding it too, and one whose sample is wrong is a wrong
 * answer, as one that is seen to be.
 */
export function withSampleVerdict(heard: JudgedSamples | undefined): (record: RequestRecord) => RequestRecord {
  if (heard === undefined || heard.samples.length === 0) return (record) => record;
  const wrong = wrongBySample(heard);
  const right = new Set(heard.samples.flatMap(({ id, is }) => (is === 'right' ? [id] : [])));
  return (record) => {
    const because = wrong.get(record.id);
    if (because === undefined && !right.has(record.id)) return record;
    const change = heardAs(record, because);
    return change === undefined ? record : { ...record, ...change };
  };
}

type Seen = { readonly [Name in 'outcome' | 'judged' | 'broke']?: RequestRecord[Name] | undefined };

/** What changes in such a record; undefined where it was wrong before, or says already what was heard. */
export function heardAs(
  { outcome, judged, broke }: Seen,
  because: string | undefined,
): Partial<RequestRecord> | undefined {
  // Older runs wrote down that it is wrong, and by what rule not.
  const isOpen = outcome === 'ok' || (outcome === 'wrong' && broke === undefined && because !== undefined);
  if (!isOpen || isHeard({ judged })) return undefined;
  const now = { judged: judged === undefined ? decodedRule : `${judged} ${decodedRule}` };
  return because === undefined ? now : { ...now, outcome: 'wrong', broke: decodedRule, because };
}

/**
 * Why a bound on wrong answers is violated whatever share of all answers the wrong samples are: of those that were decoded
 * they are surely more. `undefined` where it may be met.
 */
export function samplesViolate(bound: SloBound, heard: SampleCounts | undefined): string | undefined {
  if (heard === undefined || heard.wrong === 0 || bound.quantity !== 'wrong') return undefined;
  const judged = heard.right + heard.wrong;
  const [atLeast] = shareInterval(heard.wrong, judged);
  if (keeps(atLeast * 100, bound)) return undefined;
  return `of ${judged} samples of the audio that were decoded, ${heard.wrong} ${heard.wrong === 1 ? 'is' : 'are'} wrong`;
}
