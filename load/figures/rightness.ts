import type { JudgedCounts, WrongAnswer } from './figures.ts';
import type { RequestRecord } from '../records/record.ts';

/** Counts how many responses were judged by each rule, and how many broke it, as a fold. */
type Judging = {
  readonly add: (record: RequestRecord) => void;
  readonly merge: (other: Judging) => void;
  readonly result: () => JudgedCounts;
};

export function tallyJudgedRules(): Judging {
  const all = new Map<string, { n: number; broke: number }>();
  // Caches the split rules. A run has few distinct texts, and splitting a text for each of a million records takes a
  // second.
  const split = new Map<string, readonly string[]>();
  const rulesIn = (judged: string): readonly string[] => {
    let rules = split.get(judged);
    if (rules === undefined) {
      rules = judged.split(' ').filter((rule) => rule !== '');
      if (split.size < mostKinds) split.set(judged, rules);
    }
    return rules;
  };
  const count = (rule: string, n: number, broke: number): void => {
    const counts = all.get(rule);
    if (counts) {
      counts.n += n;
      counts.broke += broke;
    } else if (all.size < mostKinds) all.set(rule, { n, broke });
  };
  return {
    add: ({ judged, broke }) => {
      if (judged === undefined) return;
      const broken = broke === undefined ? [] : rulesIn(broke);
      for (const rule of rulesIn(judged)) count(rule, 1, broken.includes(rule) ? 1 : 0);
    },
    merge: (other) => {
      for (const [rule, { n, broke }] of Object.entries(other.result())) count(rule, n, broke);
    },
    result: () => Object.fromEntries([...all].map(([rule, each]) => [rule, { ...each }])),
  };
}

/** Largest size of the cache: a record may name any rule. */
const mostKinds = 64;

/** The first wrong responses of a run, of every phase, up to a bounded number. */
export function firstWrong(): {
  /** @param isMeasured the request counts in the figures */
  readonly add: (record: RequestRecord, isMeasured: boolean) => void;
  readonly result: () => readonly WrongAnswer[];
} {
  const found: WrongAnswer[] = [];
  return {
    add: ({ outcome, id, intended, because = unsaid, answerKept: kept, audioSample: sample }, isMeasured) => {
      if (outcome !== 'wrong' || found.length === mostWrong) return;
      const files = { ...(kept !== undefined && { kept }), ...(sample !== undefined && { sample }) };
      found.push({ id, atMs: intended, because, ...(!isMeasured && { unmeasured: true }), ...files });
    },
    result: () => found.toSorted((one, next) => one.atMs - next.atMs),
  };
}

const mostWrong = 20;
const unsaid = 'it is not said why';
