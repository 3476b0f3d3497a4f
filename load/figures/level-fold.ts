import { followUsers } from '../plan/closed-loop.ts';
import type { StepFigures } from './figures.ts';
import type { RequestRecord } from '../records/record.ts';
import type { LoadStep } from '../plan/steps.ts';
import { foldThroughput } from './throughput.ts';

/** What is told of the levels of a closed loop beside their figures, as a fold over the records in any order. */
type LevelFold = {
  readonly add: (record: RequestRecord) => void;
  /** No level was cut off. */
  readonly isWhole: () => boolean;
  readonly ofEach: () => readonly Pick<StepFigures, 'throughput' | 'inconclusive'>[];
};

export function foldLevels(levels: readonly LoadStep[]): LevelFold {
  const [users, throughput] = [followUsers(levels), foldThroughput(levels)];
  let lastIntendedMs = -1;
  return {
    add: (record) => {
      users.add(record);
      throughput.add(record);
      lastIntendedMs = Math.max(lastIntendedMs, record.intended);
    },
    isWhole: () => users.whole().every(Boolean),
    ofEach: () => {
      const whole = users.whole();
      return throughput.result().map((each, place) => {
        if (whole[place] === true) return { throughput: each };
        const hasBegun = lastIntendedMs >= (levels[place]?.fromMs ?? 0);
        return { throughput: each, inconclusive: `the run ended ${hasBegun ? 'within' : 'before'} it` };
      });
    },
  };
}
