import { describe, expect, it } from 'vitest';
import { withFault } from '../../../fixtures/index.ts';
import { judgeService } from '../../judged.testing.ts';
import { checksNamed } from '../../judged-at.testing.ts';
import { misreadBot } from './probes.ts';

describe('a bot id that was not given out', () => {
  it.each([
    ['support', 'supqhsv'],
    ['acme:Helper-19', 'acme:Helpfs-22'],
    ['7d444840-9dc0-41d1-b245-5ffdce74fadf', '7d444840-9dc0-41d1-b245-5ffdce74abea'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G6ABW'],
    ['17', '22'],
    ['Bölio', 'Cöhhh'],
    ['бот', 'бот2'],
  ])('looks like %s: %s', (id, misread) => {
    expect(misreadBot(id)).toBe(misread);
  });
});

describe('several bodies, each of which stands by itself', () => {
  it.each([
    ['chat-zero-taken-for-none', 'chat.lookalikes/accepts-what-looks-like-a-value', '{"message":"0"}'],
    ['text-zero-taken-for-none', 'speech.lookalikes/speaks-what-looks-like-a-value', '{"text":"0"'],
    ['auth-token-read-to-a-mark', 'auth.token/with-marks-behind-it-is-refused', `"\${ASSAY_TOKEN}"','`],
    ['auth-skipped-by-form-chat', 'auth.body/chat-of-another-type-needs-it', 'x-www-form-urlencoded'],
  ] as const)('are sent again by the curl line of the one that shows %s', async (fault, check, sent) => {
    const [finding] = await judgeService(withFault(fault), checksNamed(check));
    expect(finding?.verdict.is).toBe('fail');
    expect(finding?.reproduce).toMatch(/^curl /);
    expect(finding?.reproduce).toContain(sent);
  });
});
