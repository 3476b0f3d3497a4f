import { countSortedBelow, meanRank } from '../statistics/mean-rank.ts';
import type { RequestRecord } from '../records/record.ts';
import type { LoadSettings } from '../records/settings.ts';
import type { Marks, MarkedReplies } from './figures.ts';

/**
 * Which replies lack a mark, for a bot that says its marks, and with how many requests in flight. A fold over the
 * records of every phase in any order: fewer requests are in flight in the warm-up.
 */
type MarksFold = {
  readonly add: (record: RequestRecord) => void;
  /** Sorts. Undefined where no reply was judged by its marks. */
  readonly result: () => Marks | undefined;
};

/** `others` is the number of other requests in flight when the request was sent. */
type MarkedRequest = { readonly sentMs: number; readonly isMissing: boolean };
type Reply = MarkedRequest & { readonly others: number };

/** Most blocks, and fewest replies in a block: ranks among fewer replies say little. */
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

/** The operations with marks in their messages. */
const operations = ['stream', 'chat'];

/** Whether the rules include `said`, which judges a bot that only says its marks. */
function names(rules: string | undefined): boolean {
  return rules !== undefined && ` ${rules} `.includes(' said ');
}

function inFlight(asked: readonly MarkedRequest[], begins: Float64Array, ends: Float64Array): readonly Reply[] {
  return asked
    .toSorted((one, next) => one.sentMs - next.sentMs)
    .map((each) => ({
      ...each,
      others: Math.max(0, countSortedBelow(begins, each.sentMs) - countSortedBelow(ends, each.sentMs, true)),
    }));
}

function missingIn(replies: readonly Reply[]): MarkedReplies {
  return { n: replies.length, missing: replies.filter(({ isMissing }) => isMissing).length };
}

/** The replies with fewer and with more requests in flight, for the report. */
function halvesOf(replies: readonly Reply[]): Pick<Marks, 'atMost' | 'few' | 'many'> {
  const sorted = replies.map(({ others }) => others).toSorted((one, next) => one - next);
  const [middle = 0, most = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  const atMost = middle < most ? middle : Math.max(0, middle - 1);
  const [few, many] = [true, false].map((isFew) => replies.filter(({ others }) => others <= atMost === isFew));
  return { atMost, few: missingIn(few ?? []), many: missingIn(many ?? []) };
}

/**
 * The mean rank, by requests in flight, of the replies that lack a mark, for each block of time. Ranks are taken within
 * blocks, because a bot may leave out more marks later on, when more requests happen to be in flight.
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
