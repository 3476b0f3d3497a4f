import { describe, expect, it } from 'vitest';
import { faults, valid, validExcept, variants, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const behind = checksNamed('sessions.kept/behind-an-uncovered-speech');

async function verdictOf(behaviour: Behaviour): Promise<string | undefined> {
  return verdictsIn(await judgeService(behaviour, behind))[0];
}

const ending = faults['sessions-ended-by-an-uncovered-use'].change;

describe('a session of a workspace in which a speech was not covered', () => {
  it('goes on', async () => {
    expect(await verdictOf(valid)).toBe('pass');
  });
  it('is not forgotten, nor refused', async () => {
    expect(await verdictOf(validExcept(ending))).toMatch(
      /^fail: memory: expected the word zq\w+, told in .*, as other sessions knew theirs/,
    );
    const ended = new Set<string>();
    const refusing = validExcept({
      uncoveredRefusal: (quote, use, account) => {
        ended.add(account.id);
        return valid.uncoveredRefusal(quote, use, account);
      },
      findSession: (...asked) => {
        const found = valid.findSession(...asked);
        return found !== undefined && ended.has(found.workspaceId) ? undefined : found;
      },
      missingSession: () => refuse('unknown-session', { field: 'sessionId' }),
    });
    expect(await verdictOf(refusing)).toMatch(/^fail: .*no reply to/);
  });
  it('is known to a bot that looks back one turn', async () => {
    const { change } = variants['bot-that-quotes-the-last-turn'];
    expect(await verdictOf(validExcept(change))).toBe('pass');
    expect(await verdictOf(validExcept(change, ending))).toMatch(/^fail/);
  });
  it('may end with its third turn', async () => {
    expect(await verdictOf(validExcept(variants['sessions-of-three-turns'].change))).toBe('pass');
  });
  it('is not judged by a bot that says nothing of what it was told, nor where the speech is covered', async () => {
    expect(await verdictOf(validExcept({ replyTo: () => 'Good day.' }))).toMatch(
      /^inconclusive: the bot showed no memory in this pooled workspace before the refusal either/,
    );
    const covers = validExcept({ priceOf: (use) => (use === 'chat' ? 1 : 0) });
    expect(await verdictOf(covers)).toMatch(/^inconclusive: no speech was refused/);
  });
  it('is not judged by a bot that declines what is asked behind it', async () => {
    const declining = validExcept({
      replyTo: (message, recalled, bot) =>
        message.includes('Which word') && recalled.length > 1
          ? 'I am sorry, but I cannot help with that.'
          : valid.replyTo(message, recalled, bot),
    });
    expect(await verdictOf(declining)).toMatch(/^inconclusive: the bot did not say its word/);
  });
});
