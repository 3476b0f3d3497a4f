import { describe, expect, it } from 'vitest';
import { valid, validExcept, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { judgeService } from '../../judged.testing.ts';

const ofFlags = checksNamed(
  'metering.credit-balance/flags-cost-nothing-extra',
  'metering.credit-balance/chats-with-flags-are-charged',
);

function refusing(...flags: readonly string[]): Partial<Behaviour> {
  return {
    chatOptionsRefusal: (fields) => {
      const field = flags.find((flag) => fields[flag] === true);
      return field === undefined ? undefined : refuse('bad-message', { field });
    },
  };
}

describe('the price of chats with flags', () => {
  it('is that of the flags that are to be had here', async () => {
    expect(verdictsIn(await judgeService(validExcept(refusing('useMcp')), ofFlags))).toEqual(['pass', 'pass']);
    const { priceOf } = withFault('web-search-costs-extra');
    const [extra] = verdictsIn(await judgeService(validExcept({ ...refusing('useMcp'), priceOf }), ofFlags));
    expect(extra).toMatch(/^fail: .*402/);
  });
  it('is none of a flag that a service says it lacks', async () => {
    const lacking: Partial<Behaviour> = {
      ...refusing('useMcp'),
      throughEdge: (answer) => (answer.status === 400 && !('chunks' in answer) ? { ...answer, status: 501 } : answer),
    };
    expect(verdictsIn(await judgeService(validExcept(lacking), ofFlags))).toEqual(['pass', 'pass']);
  });
  it('is none where all of them are refused', async () => {
    const none = validExcept(refusing('includeCitations', 'webSearch', 'useMcp'));
    const notApplicable = expect.stringMatching(
      /^notApplicable: .*which may have another reason than missing credits$/,
    ) as unknown;
    expect(verdictsIn(await judgeService(none, ofFlags))).toEqual([notApplicable, notApplicable]);
  });
});

it.each([
  [
    'a long message',
    'metering.credit-balance/long-chat-costs-no-more-than-1',
    {
      messageOf: (fields, operation) =>
        String(fields['message']).length > 1000
          ? refuse('bad-message', { field: 'message' })
          : valid.messageOf(fields, operation),
    },
  ],
  [
    'a long text',
    'speech.reply/long-audio-is-whole',
    {
      speechTextOf: (fields) =>
        String(fields['text']).length > 500 ? refuse('bad-text', { field: 'text' }) : valid.speechTextOf(fields),
    },
  ],
] as const satisfies readonly (readonly [string, string, Partial<Behaviour>])[])(
  'where %s is refused, nothing is asked of it',
  async (_words, id, behaviour) => {
    const [finding] = verdictsIn(await judgeService(validExcept(behaviour), checksNamed(id)));
    expect(finding).toMatch(/^notApplicable: /);
  },
);
