import { describe, expect, it } from 'vitest';
import { faults, valid, validExcept, variants, type Behaviour, type FaultId } from '../../../fixtures/index.ts';
import { byCaller, isPooled } from '../../../fixtures/faults/by-caller.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const chats = checksNamed(
  'chat.callers/rejects-missing-message',
  'sessions.callers/remembers',
  'sessions.callers/remembers-streams',
  'sessions.callers/open-nothing-of-others',
);
const speeches = checksNamed(
  'speech.callers/rejects-speed-above-maximum',
  'speech.callers/rejects-unknown-voice',
  'speech.callers/speed-is-heard',
);

const without = (text: string): string =>
  text.replaceAll(/\b\w+ of each kind of caller(?: again by itself)?#\d+/g, '…');
const verdictsOf = async (behaviour: Behaviour, checks: typeof chats): Promise<readonly string[]> =>
  verdictsIn(await judgeService(behaviour, checks)).map(without);
const failuresOf = async (id: FaultId, checks: typeof chats): Promise<readonly string[]> =>
  (await verdictsOf(validExcept(faults[id].change), checks)).filter((verdict) => verdict !== 'pass');

describe('conversations of each kind of caller', () => {
  it('are right on a right service, also where bots keep one word or sessions are few', async () => {
    const passes = chats.map(() => 'pass');
    expect(await verdictsOf(valid, chats)).toEqual(passes);
    for (const id of ['bot-of-one-slot', 'newest-session-alone', 'sessions-of-three-turns'] as const)
      expect(await verdictsOf(validExcept(variants[id].change), chats), id).toEqual(passes);
  });
  it('fail for those whose sessions are not remembered, by a bot that remembers for others', async () => {
    const [remembers, leaks, ...rest] = await failuresOf('session-forgotten-for-members', chats);
    expect(remembers).toMatch(
      /^fail: memory of a member: expected the word zq\w+, told in …, as the same bot knew in … what another caller told it, observed the reply to … lacks it$/,
    );
    expect(leaks).toBe(
      'inconclusive: the bot remembers for other callers and showed no memory for a member, so a leak could not be seen: see sessions.callers/remembers',
    );
    expect(rest).toEqual([]);
  });
  it('fail where nobody but the run’s own token is remembered, which is asked then', async () => {
    const [remembers] = await failuresOf('session-forgotten-in-enterprises', chats);
    for (const whose of ['a pooled workspace', 'a per-user workspace', 'a member'])
      expect(remembers).toContain(`memory of ${whose}: expected`);
  });
  it('are not judged with a bot that has no memory', async () => {
    const [, remembers, streams, leaks] = await verdictsOf(validExcept({ replyTo: () => 'Good day.' }), chats);
    expect(remembers).toMatch(/^inconclusive: the bot showed no memory here/);
    expect(streams).toMatch(/^inconclusive: the bot showed no memory here/);
    expect(leaks).toMatch(/^inconclusive: the bot showed no memory of what it was told, so a leak could not be seen/);
  });
  it('fail by a second bot that forgets what streams tell, or opens its sessions to others', async () => {
    expect(await failuresOf('session-of-a-second-bot-without-streams', chats)).toEqual([
      expect.stringMatching(
        /^fail: memory of a second bot: expected the word zq\w+, told in …, as the bot knew the word of …, observed the reply to … lacks it$/,
      ),
    ]);
    expect(await failuresOf('session-of-a-second-bot-continued-by-any-workspace', chats)).toEqual([
      expect.stringMatching(
        /^fail: isolation: expected nothing of zq\w+, told in another workspace \(a second bot\), observed the reply to … says it/,
      ),
    ]);
    expect(await failuresOf('message-not-required-by-a-second-bot', chats)).toEqual([
      expect.stringMatching(
        /^fail: status of the chat of a second bot: expected a refusal, any 4xx, observed status 200/,
      ),
    ]);
  });
  it('may have no second bot, or one that has no memory', async () => {
    const passes = chats.map(() => 'pass');
    expect(await verdictsOf(validExcept({ bots: valid.bots.slice(0, 1) }), chats)).toEqual(passes);
    const second = validExcept({
      recall: (session, ...asked) => (session.botId === valid.bots[0]?.botId ? valid.recall(session, ...asked) : []),
    });
    expect(await verdictsOf(second, chats)).toEqual(passes);
  });
  it('take a bot that declines the questions of one caller', async () => {
    const declining = validExcept(faults['session-forgotten-for-members'].change, {
      replyTo: (message, recalled, bot) =>
        message.includes('Which words') && recalled.length === 0
          ? 'I am sorry, but I cannot help with that.'
          : valid.replyTo(message, recalled, bot),
    });
    expect((await verdictsOf(declining, chats))[1]).toMatch(
      /^inconclusive: the bot did not say its word when it was asked, nor a word that stands in the question itself/,
    );
  });
  it('fail where one caller finds the sessions of all', async () => {
    for (const id of ['session-continued-by-any-member', 'session-continued-by-any-enterprise'] as const)
      expect(await failuresOf(id, chats), id).toEqual([
        expect.stringContaining('told in another workspace (a per-user workspace)'),
      ]);
  });
});

describe('speeches of each kind of caller', () => {
  it('are right on a right service', async () => {
    expect(await verdictsOf(valid, speeches)).toEqual(speeches.map(() => 'pass'));
  });
  it('fail where one kind of workspace takes a wrong input, or its speed is not heard', async () => {
    const [clamped] = await failuresOf('speed-clamped-in-pooled', speeches);
    expect(clamped).toMatch(
      /^fail: status of the speech of a pooled workspace: expected a refusal, any 4xx, observed status 200 .*; status of the speech of a member: /,
    );
    expect(await failuresOf('voice-unchecked-in-per-user', speeches)).toEqual([
      expect.stringMatching(
        /^fail: status of the speech of a per-user workspace: expected a refusal, any 4xx, observed status 200 with \d+ KB of WAV$/,
      ),
    ]);
    const [ignored] = await failuresOf('speed-ignored-in-pooled', speeches);
    expect(ignored).toMatch(
      /^fail: length of the speech of a pooled workspace: expected the speech at speed 4 shorter than that of a pooled workspace at speed 1, observed both last [\d.]+ s; /,
    );
  });
  it('show nothing by refusals where everything is refused to one kind of caller', async () => {
    const refusing = validExcept(
      byCaller(({ now }, base) => ({
        formatOf: (fields) => base.formatOf(isPooled(now()) ? { format: 'none' } : fields),
      })),
    );
    const [speed] = await verdictsOf(refusing, speeches);
    expect(speed).toBe('inconclusive: no valid speech for a pooled workspace was answered');
  });
});
