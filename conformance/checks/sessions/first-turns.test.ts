import { expect, it } from 'vitest';
import { faults, valid, validExcept, type Change } from '../../../fixtures/index.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const first = checksNamed('sessions.kept/knows-its-first-turn');

/**
 * Declines everything but first turns: eight sessions of two turns, and one of twelve, whose later questions it
 * declines.
 */
const decliningLater: Change = {
  replyTo: (message, recalled, bot) => (recalled.length > 1 ? 'No.' : valid.replyTo(message, recalled, bot)),
};

it('a first turn that is known passes, though the bot declines whatever a longer conversation asks', async () => {
  expect(verdictsIn(await judgeService(validExcept(decliningLater), first))).toEqual(['pass']);
});

it('first turns that are forgotten are seen beside later ones, and of no bot that shows no memory at all', async () => {
  const forgetful = faults['session-forgets-its-first-turn'].change;
  expect(verdictsIn(await judgeService(validExcept(forgetful), first))[0]).toMatch(/^fail/);
  const open = /^notApplicable: the bot showed no memory/;
  expect(verdictsIn(await judgeService(validExcept({ replyTo: () => 'Noted.' }), first))[0]).toMatch(open);
});
