import { describe, expect, it } from 'vitest';
import { startService, validExcept, type Change } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { minimalMessage } from '../../model/probes/plain-chat.ts';
import { withSizeHint } from './size-probe.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';

/** The verdicts on these checks, and how many plain requests were sent for them. */
async function judged(change: Change, ...ids: readonly string[]): Promise<readonly [readonly string[], number]> {
  const { url, token, close } = await startService({ behaviour: validExcept(change) });
  const { findings, exchanges } = await judgeTarget(url, checksNamed(...ids), {
    token,
    bot: 'support',
    timeoutMs: 5_000,
  });
  await close();
  return [verdictsIn(findings), exchanges.filter(({ probe }) => probe.startsWith('plain ')).length];
}

const refusing = (isHit: (message: string) => boolean): Change => ({
  messageOf: ({ message }) => (isHit(String(message)) ? refuse('bad-message') : String(message)),
});

const severalLines = 'chat.text/accepts-several-lines';

describe('a text that is refused', () => {
  it('fails nothing where a plain one as long is refused too, and a short one is taken', async () => {
    const because =
      'notApplicable: the text is too long for this service: a plain text of the same length is refused too (status 400), and the document sets no maximum size (8.2)';
    expect(
      await judged(
        refusing((message) => message.length > 40),
        severalLines,
      ),
    ).toEqual([[because], 2]);
  });
  it('is accused where a plain one as long is taken', async () => {
    const [[verdict], asked] = await judged(
      refusing((message) => message.includes('\n')),
      severalLines,
    );
    expect([verdict?.slice(0, 5), asked]).toEqual(['fail:', 2]);
  });
  it('is accused where a short one is refused too', async () => {
    const change: Change = { formatOf: () => refuse('unknown-format') };
    const [[verdict], asked] = await judged(change, 'speech.request/accepts-least');
    expect([verdict?.slice(0, 5), asked]).toEqual(['fail:', 2]);
  });
  it('is told where the bot shows no memory', async () => {
    const [[verdict]] = await judged(
      refusing((message) => message.length > 60),
      'sessions.continue/remembers-in-every-turn',
    );
    expect(verdict).toBe(
      'inconclusive: the bot showed no memory here of what it was told: name one that remembers with --bot; if this one does, its sessions may not be kept; one text was refused, perhaps because it is too long (the document sets no maximum size, 8.2)',
    );
  });
  it('is not told where the plainest request of the operation is refused too', async () => {
    const [[verdict]] = await judged(
      refusing(() => true),
      'sessions.continue/remembers-in-every-turn',
    );
    expect(verdict).toMatch(/^inconclusive: the chat that begins the session was refused \(status 400\)/);
    expect(verdict).not.toContain('too long');
    const [[other]] = await judged(
      refusing((message) => message.length > minimalMessage.message.length),
      'sessions.continue/remembers-in-every-turn',
    );
    expect(other).toMatch(/^inconclusive: the chat that begins the session was refused .* too long/);
  });
  it('is not told where the refusal names another member of what was sent', async () => {
    const plain = async () => ({ seen: [answered({ operation: 'speech' })] });
    const hinted = async (message: string): Promise<boolean> => {
      const sent = { text: 'The quick brown fox jumps over the lazy dog.', speed: 4 };
      const seen = [answered({ operation: 'speech', status: 400, sent, body: { error: { message } } })];
      const judged = { verdict: { is: 'inconclusive', because: 'refused' }, mismatches: [] } as const;
      return (await withSizeHint(judged, { seen }, plain)) !== judged;
    };
    expect(await hinted('speed out of range')).toBe(false);
    expect(await hinted('refused by our content policy')).toBe(false);
    expect(await hinted('invalid request')).toBe(true);
    expect(await hinted('speed is no matter, but the text is too long')).toBe(true);
  });
});
