import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/service/behaviour.ts';
import { isRefusal, refuse } from '../../../fixtures/service/refusal.ts';
import { checks } from '../../index.ts';
import { judgeService } from '../../judged.testing.ts';
import { selectChecks } from '../../model/select.ts';

/** A service where the bots at these places of a workspace's list are known, and take no chats. */
function withDrafts(isDraft: (place: number) => boolean, status = 409): Partial<Behaviour> {
  return {
    botFor: (segment, among) => {
      const found = valid.botFor(segment, among);
      const place = isRefusal(found) ? -1 : among.bots.findIndex(({ botId }) => botId === found.botId);
      return place >= 0 && isDraft(place) ? refuse('unexpected-field') : found;
    },
    statusOf: (refusal, ...more) => (refusal.kind === 'unexpected-field' ? status : valid.statusOf(refusal, ...more)),
  };
}

const some = selectChecks(checks, {
  only: ['chat.request/*', 'chat.flags/*', 'stream.response/*', 'sessions.continue/*', 'chat.reply/*'],
});
const judged = async (behaviour: Partial<Behaviour>, bot?: string) =>
  judgeService(validExcept(behaviour), some, bot === undefined ? {} : { bot });
const failed = (findings: Awaited<ReturnType<typeof judged>>) =>
  findings.filter(({ verdict, level }) => verdict.is === 'fail' && level === 'MUST').map(({ check }) => check);

describe('the first bot of the list', { timeout: 60_000 }, () => {
  it('may be a draft, and the next one is talked to', async () => {
    const findings = await judged(withDrafts((place) => place === 0));
    expect(failed(findings)).toEqual([]);
    expect(findings.find(({ check }) => check === 'chat.request/accepts-least')?.verdict).toEqual({ is: 'pass' });
  });
  it('may be a draft as all others are, of which nobody is accused', async () => {
    const findings = await judged(withDrafts(() => true));
    expect(failed(findings)).toEqual([]);
    const accepts = findings.find(({ check }) => check === 'chat.request/accepts-least');
    expect(accepts?.verdict).toMatchObject({
      is: 'inconclusive',
      because: expect.stringMatching(/^the bot ".*", the first of \d+ in the list, .* status 409; .* --bot$/) as string,
    });
  });
  it('is judged where it was given', async () => {
    const [first] = valid.bots;
    expect(
      failed(
        await judged(
          withDrafts((place) => place === 0),
          first?.botId,
        ),
      ),
    ).toContain('chat.request/accepts-least');
  });
  it('is judged where it is refused as no draft is', async () => {
    expect(failed(await judged(withDrafts((place) => place === 0, 400)))).toContain('chat.request/accepts-least');
  });
});
