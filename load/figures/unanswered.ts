import { designEffect, totalOf, type Blocks } from '../statistics/blocks.ts';
import type { ResponseCounts } from './of-all.ts';
import { isAnswered, mayHaveFailed, type RequestRecord } from '../records/record.ts';

/** The requests whose responses have a quantity: a failed chat says nothing about the time to a first token. */
type AskedFor = 'all' | 'stream' | 'speech' | 'whole';

/** Counts the requests without a response, and so without its times, as a fold. */
export type UnansweredTally = {
  readonly add: (record: RequestRecord, block: number) => void;
  readonly merge: (other: UnansweredTally) => void;
  /** @param undecoded estimated number of further wrong responses, according to the decoded spoken ones */
  readonly of: (asked: AskedFor, undecoded?: number) => ResponseCounts;
  readonly state: () => Counts;
};

/** Counts by block of time. */
type Counts = { readonly [Name in Operation]: { readonly [Kind in (typeof kinds)[number]]: Float64Array } };

const operations = ['stream', 'speech', 'other'] as const;
type Operation = (typeof operations)[number];
/** `whole` are the operations whose responses are not streams. */
const operationsOf: Readonly<Record<AskedFor, readonly Operation[]>> = {
  all: operations,
  stream: ['stream'],
  speech: ['speech'],
  whole: ['speech', 'other'],
};
const kinds = ['answered', 'failed', 'perhaps'] as const;

export function tallyUnanswered(blocks: Blocks): UnansweredTally {
  const counts = Object.fromEntries(
    operations.map((name) => [name, Object.fromEntries(kinds.map((kind) => [kind, new Float64Array(blocks.count)]))]),
  ) as Counts;
  const sum = (asked: AskedFor, kind: (typeof kinds)[number]): Float64Array => {
    const all = new Float64Array(blocks.count);
    for (const name of operationsOf[asked]) addTo(all, counts[name][kind]);
    return all;
  };
  return {
    add: (record, block) => {
      const kind = kindOf(record);
      if (kind === undefined) return;
      const own = counts[operationOf(record)][kind];
      own[block] = (own[block] ?? 0) + 1;
    },
    merge: (other) => {
      const more = other.state();
      for (const name of operations) for (const kind of kinds) addTo(counts[name][kind], more[name][kind]);
    },
    of: (asked, undecoded = 0) => {
      const [answered, failed, perhaps] = kinds.map((kind) => sum(asked, kind)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const each = [...answered].map((count, block) => {
        const below = (failed[block] ?? 0) + (perhaps[block] ?? 0);
        return { n: count + below, below, stratum: blocks.stratum(block) };
      });
      return {
        answered: totalOf(answered),
        failed: totalOf(failed),
        perhaps: totalOf(perhaps) + (asked === 'stream' ? 0 : undecoded),
        effect: designEffect(each),
      };
    },
    state: () => counts,
  };
}

/**
 * Requests that were never sent or that failed because of the load generator show no failure of the service. A stream
 * that ends in an error may or may not be a failure.
 */
function kindOf(record: RequestRecord): (typeof kinds)[number] | undefined {
  const { outcome, sent, lacked } = record;
  if (outcome === 'aborted') return undefined;
  if (isAnswered(record)) return 'answered';
  const isOurs = sent === undefined || outcome === 'unread' || lacked !== undefined;
  return isOurs || mayHaveFailed(record) ? 'perhaps' : 'failed';
}

function operationOf({ operation, scenario }: RequestRecord): Operation {
  const name = operation ?? scenario;
  if (name === 'speech') return 'speech';
  return name === 'chat' || name === 'voices' ? 'other' : 'stream';
}

function addTo(to: Float64Array, more: Float64Array): void {
  more.forEach((count, block) => (to[block] = (to[block] ?? 0) + count));
}
