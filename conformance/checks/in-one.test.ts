import { describe, expect, it } from 'vitest';
import { valid, withFault, type Behaviour } from '../../fixtures/index.ts';
import { checksNamed } from '../judged-at.testing.ts';
import { wholeRunOn } from '../judged.testing.ts';

const letters = checksNamed(
  ...['accepts-right-to-left', 'accepts-emoji', 'accepts-combining-marks', 'accepts-escapes'].map(
    (id) => `chat.text/${id}`,
  ),
);

async function told(behaviour: Behaviour) {
  const { findings, exchanges } = await wholeRunOn(behaviour, letters);
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  const requestOf = (wanted = '') => exchanges.find(({ id }) => id === wanted)?.request;
  const shown = failed.map(({ reproduces }) => Buffer.from(requestOf(reproduces)?.body ?? '').toString());
  const sent = exchanges.filter(({ probe }) => probe === letters[0]?.probe.name);
  return { failed: failed.map(({ check }) => check.split('/')[1]), shown, sent: sent.length };
}

describe('what one request can ask for', () => {
  it('takes one request where the service takes it all', async () => {
    expect(await told(valid)).toEqual({ failed: [], shown: [], sent: 1 });
  });
  it('is asked for by itself where it does not, and shown by the request that asks for nothing else', async () => {
    expect(await told(withFault('chat-right-to-left-refused'))).toEqual({
      failed: ['accepts-right-to-left'],
      shown: [expect.stringMatching(/^\{"message":"שלום/)],
      sent: 1 + letters.length,
    });
  });
});
