import { blockedDistribution, collectBlocked, type BlockedSamples } from '../statistics/blocked-samples.ts';
import type { Blocks } from '../statistics/blocks.ts';
import type { Detail } from '../statistics/distribution.ts';
import type { SpeechFigures } from './figures.ts';
import { percentilesOfAllRequests, type ResponseCounts } from './of-all.ts';
import type { OutputTally } from './output.ts';
import { perSecond } from '../statistics/rates.ts';
import { isSpeech, type RequestRecord } from '../records/record.ts';

/** Figures of spoken responses, as a fold. Absent figures mean that there was no speech. */
export type SpeechTally = {
  /**
   * @param block the block of time that the request belongs to
   * @param isAudit the times of an audit request count in no figure
   */
  readonly add: (record: RequestRecord, sent: number, block: number, isAudit?: boolean) => void;
  /** A wrong response counts only with the flag of its audio. */
  readonly addWrong: (record: RequestRecord) => void;
  readonly merge: (other: SpeechTally) => void;
  /**
   * @param made what arrived in the measured time, for the throughput
   * @param detail detail of the real-time factor
   * @param unanswered the speech requests that have no factor, because they failed
   */
  readonly figures: (
    made: Made,
    overMs: number,
    detail: Detail,
    unanswered: ResponseCounts,
  ) => SpeechFigures | undefined;
  readonly state: () => SpeechState;
};

/** Length of the audio and of its text. */
type Made = Pick<ReturnType<OutputTally['sums']>, 'audioMicros' | 'speechChars'>;

type SpeechState = {
  readonly answers: number;
  readonly measured: number;
  readonly audioMicros: number;
  readonly chars: number;
  readonly flags: { readonly [flag: string]: number };
  readonly samples: readonly BlockedSamples[];
};

export function tallySpeech(blocks: Blocks): SpeechTally {
  // The factor is far below 1 for a fast service: a resolution of a thousandth would be too coarse.
  const [factor, speed] = [collectBlocked(blocks, { parts: 1e6 }), collectBlocked(blocks, {})];
  let [answers, measured, audioMicros, chars] = [0, 0, 0, 0];
  const flags: Record<string, number> = {};
  const flag = (name: string, count: number): void => {
    flags[name] = (flags[name] ?? 0) + count;
  };
  return {
    add: (record, sent, block, isAudit = false) => {
      if (!isSpeech(record)) return;
      answers += 1;
      chars += record.chars ?? 0;
      const tookS = (record.end - sent) / 1000;
      if (record.chars !== undefined && tookS > 0 && !isAudit) speed.add(record.chars / tookS, block);
      if (record.audioFlag !== undefined) flag(record.audioFlag, 1);
      if (record.audioSeconds === undefined) return;
      measured += 1;
      // Whole microseconds, so that sums do not depend on their order.
      audioMicros += Math.round(record.audioSeconds * 1e6);
      if (record.audioSeconds > 0 && !isAudit) factor.add(tookS / record.audioSeconds, block);
    },
    addWrong: ({ audioFlag }) => {
      if (audioFlag !== undefined) flag(audioFlag, 1);
    },
    merge: (other) => {
      const more = other.state();
      answers += more.answers;
      measured += more.measured;
      audioMicros += more.audioMicros;
      chars += more.chars;
      for (const [name, count] of Object.entries(more.flags)) flag(name, count);
      [factor, speed].forEach((own, place) => more.samples[place] && own.merge(more.samples[place]));
    },
    figures: (made, overMs, detail, unanswered) => {
      if (answers === 0) return undefined;
      const { percents = [], quick = false } = detail;
      const ofAll = quick ? undefined : percentilesOfAllRequests(factor, percents, unanswered);
      const audioSeconds = audioMicros / 1e6;
      return {
        answers,
        measured,
        audioSeconds,
        audioSecondsPerS: perSecond(made.audioMicros / 1e6, overMs),
        chars,
        charsPerS: perSecond(made.speechChars, overMs),
        realTimeFactor: { ...blockedDistribution(factor, detail), ...(ofAll && { ofAll: [...ofAll] }) },
        requestCharsPerS: blockedDistribution(speed, { quick: detail.quick ?? false }),
        flags: { ...flags },
      };
    },
    state: () => ({ answers, measured, audioMicros, chars, flags, samples: [factor, speed] }),
  };
}
