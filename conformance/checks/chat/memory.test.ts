import { expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { checksNamed } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

/** Forgets the first of several planted words of a session, this number of times. */
function forgetful(times: number): Partial<Behaviour> {
  let left = times;
  return {
    recall: (...asked) => {
      const said = valid.recall(...asked);
      const told = said.findIndex((text) => /\bA word\b/.test(text));
      if (left === 0 || said.filter((text) => /\bA word\b/.test(text)).length < 2) return said;
      left -= 1;
      return said.filter((_, at) => at !== told);
    },
  };
}

const verdictOf = async (times: number) => {
  const named = checksNamed('chat.memory/keeps-turns-sent-at-once');
  const [finding] = await judgeService(
    validExcept(() => forgetful(times)),
    named,
  );
  return finding?.verdict.is;
};

it('a turn that is forgotten in one conversation is not accused where the next one knows both', async () => {
  expect(await verdictOf(3)).toBe('pass');
});

it('one that is forgotten each time is', async () => {
  expect(await verdictOf(Infinity)).toBe('fail');
});
