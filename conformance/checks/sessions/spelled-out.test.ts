import { expect, it } from 'vitest';
import { faults, valid, validExcept, type Change } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';
import { nonceSource } from '../../model/nonce.ts';

const planted = new RegExp(nonceSource, 'g');
const judged = async (written: (word: string) => string, change: Change = {}) => {
  const service = validExcept(change, {
    replyTo: (...said) => valid.replyTo(...said).replaceAll(planted, written),
  });
  const checks = checksNamed(
    'sessions.isolation/other-workspace-knows-nothing',
    'sessions.isolation/new-session-hears-nothing-in-any-answer',
    'sessions.continue/remembers-a-message-to-its-end',
  );
  return verdictsIn(await judgeService(service, checks));
};

it.each([
  ['with a hyphen', (word: string) => `Z${word.slice(1, 3)}-${word.slice(3)}`],
  ['letter by letter', (word: string) => [...word.toUpperCase()].join('-')],
])('judges what a bot says that writes words %s', async (_, written) => {
  expect(await judged(written)).toEqual(['pass', 'pass', 'pass']);
  const [others] = await judged(written, faults['session-continued-by-any-workspace'].change);
  expect(others).toMatch(/^fail/);
  const [, own] = await judged(written, faults['session-shared-by-all'].change);
  expect(own).toMatch(/^fail/);
});
