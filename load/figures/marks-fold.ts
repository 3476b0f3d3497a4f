import { below, meanRank } from '../statistics/mean-rank.ts';
import type { RequestRecord } from '../records/record.ts';
import type { LoadSettings } from '../records/settings.ts';
import type { Marks, MarkedReplies } from './figures.ts';

/**
 * In which replies of a bot that says its marks one is missing, and with how many requests in flight, as a fold over the
 * records of every phase in any order: in the warm-up fewer are.
 */
type MarksFold = {
  readonly add: (record: RequestRecord) => void;
  /** Sorts; undefined where no reply was judged by it. */
  readonly result: () => Marks | undefined;
};

/** `others`: how many other requests were in flight when it was sent. */
type MarkedRequest = { readonly sentMs: number; readonly isMissing: boolean };
type Reply = MarkedRequest & { readonly others: number };

/** So many blocks at most, and of no fewer replies: ranks of fewer say little. */
const mostBlocks = 128;
const fewestInBlock = 16;

export function foldMarks({ saidAlone }: LoadSettings): MarksFold {
  const [sent, ended]: [number[], number[]] = [[], []];
  const asked = new Map<string, MarkedRequest[]>(operations.map((operation) => [operation, []]));
  return {
    add: ({ sent: sentMs, end, judged, broke, operation, scenario }) => {
      if (sentMs === undefined) return;
      sent.push(sentMs);
      ended.push(end);
      if (names(judged)) asked.get(operation ?? scenario)?.push({ sentMs, isMissing: names(broke) });
    },
    result: () => {
      const [begins, ends] = [Float64Array.from(sent).sort(), Float64Array.from(ended).sort()];
      const found = [...asked]
        .filter(([, each]) => each.length > 0)
        .map(([operation, each]) => [operation, inFlight(each, begins, ends)] as const);
      if (found.length === 0) return undefined;
      const replies = found.flatMap(([, each]) => each);
      const ranks = found.flatMap(([, each]) => ranksOf(each));
      return {
        operations: Object.fromEntries(
          found.map(([operation, each]) => {
            const { n = 0, said = 0 } = saidAlone?.[operation] ?? {};
            return [operation, { ...missingIn(each), ...(n > 0 && { alone: { n, missing: n - said } }) }];
          }),
        ),
        ...halvesOf(replies),
        blocks: ranks.length,
        meanRank: ranks.length === 0 ? 0.5 : ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length,
      };
    },
  };
}

/** Those with marks in their messages. */
const operations = ['stream', 'chat'];

/** By which rule a bot that only says its marks is judged. */
function names(rules: string | undefined): boolean {
  return rules !== undefined && ` ${rules} `.includes(' said ');
}

function inFlight(asked: readonly MarkedRequest[], begins: Float64Array, ends: Float64Array): readonly Reply[] {
  return asked
    .toSorted((one, next) => one.sentMs - next.sentMs)
    .map((each) => ({ ...each, others: Math.max(0, below(begins, each.sentMs) - below(ends, each.sentMs, true)) }));
}

function missingIn(replies: readonly Reply[]): MarkedReplies {
  return { n: replies.length, missing: replies.filter(({ isMissing }) => isMissing).length };
}

/** For the telling: with the fewer requests in flight, and with the more. */
function halvesOf(replies: readonly Reply[]): Pick<Marks, 'atMost' | 'few' | 'many'> {
  const sorted = replies.map(({ others }) => others).toSorted((one, next) => one - next);
  const [middle = 0, most = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  const atMost = middle < most ? middle : Math.max(0, middle - 1);
  const [few, many] = [true, false].map((isFew) => replies.filter(({ others }) => others <= atMost === isFew));
  return { atMost, few: missingIn(few ?? []), many: missingIn(many ?? []) };
}

/**
 * In each block of time, where those replies rank by requests in flight in which a mark is missing. Within a block, as a
 * bot may leave out more of them later on, when it happens that more is in flight.
 */
function ranksOf(replies: readonly Reply[]): readonly number[] {
  const count = Math.min(mostBlocks, Math.floor(replies.length / fewestInBlock));
  return Array.from({ length: count }, (_, block) => {
    const [from, to] = [block, block + 1].map((end) => Math.floor((end * replies.length) / count));
    const within = replies.slice(from, to);
    return meanRank(
      within.map(({ others }) => others),
      within.map(({ isMissing }) => isMissing),
    );
  }).filter((rank) => rank !== undefined);
}
