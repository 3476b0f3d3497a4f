import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import { fieldsOf, textOf } from '../records/narrow.ts';
import { shareInterval } from '../statistics/ranks.ts';
import type { RequestRecord } from '../records/record.ts';
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
  const [id, because] = [textOf(fields?.['id']), textOf(fields?.['because'])];
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

/** A record as it is with what was heard: an answer whose sample is wrong is a wrong answer, as one that is seen to be. */
export function withSampleVerdict(heard: JudgedSamples | undefined): (record: RequestRecord) => RequestRecord {
  const wrong = wrongBySample(heard);
  if (wrong.size === 0) return (record) => record;
  return (record) => {
    const because = record.outcome === 'ok' ? wrong.get(record.id) : undefined;
    return because === undefined ? record : { ...record, outcome: 'wrong', because };
  };
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
