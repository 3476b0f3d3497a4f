import type { Check } from '../../../model/check.ts';
import { spendingCheck, judgeSpending, type Spending } from './throughout.ts';
import { exchangesOfWorkspace } from './uses.ts';

/** The same speech of two workspaces: what one of them has had made, a cache may have for the other. */
const first: Spending = {
  workspace: { kind: 'credit-balance', credits: 6 },
  uses: ['speech that all say', 'speech that all say', 'speech that all say'],
};
/** Its list is for the time that the first one takes. */
const second: Spending = {
  workspace: { kind: 'credit-balance', credits: 3 },
  uses: ['list voices', 'speech that all say'],
  until: 'chat',
};

const both = spendingCheck('a speech again, and of another workspace', { first, second });

type CheckParts = Pick<Check, 'level' | 'probe' | 'expect'>;

const judgedIn = (name: string, spending: Spending): CheckParts => ({
  ...both,
  expect: [(seen) => judgeSpending(spending, exchangesOfWorkspace(seen, name))],
});

/** Twice paid, and not a third time. */
export const speechAgain: CheckParts = judgedIn('first', first);
/** Three credits for one, and nothing left for a chat. */
export const speechOfAnother: CheckParts = judgedIn('second', second);
