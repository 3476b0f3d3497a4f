import { join } from 'node:path';
import { expect, it } from 'vitest';
import { validExcept, startService } from '../../fixtures/index.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

/** Long enough to be told, and asked for by the second chat of all. */
const askedS = 6;

it('check tells of a wait that is asked for midway, in one line', async () => {
  let chats = 0;
  let openAtMs = 0;
  const service = await startService({
    behaviour: validExcept({
      admissionRefusal: (operation) => {
        if (operation !== 'chat') return undefined;
        chats += 1;
        if (chats === 2) openAtMs = performance.now() + askedS * 1_000;
        const leftS = (openAtMs - performance.now()) / 1_000;
        return leftS > 0 ? refuse('too-many-requests', { retryAfterSeconds: Math.ceil(leftS) }) : undefined;
      },
    }),
  });
  try {
    const { url, token } = service;
    const given = ['--target', url, '--token', token, '--only', 'chat.text/*', '--out', join(emptyFolder(), 'run')];
    const { code, out } = await assay(['check', ...given]);
    const lines = out.split('\n').filter((line) => line.startsWith('waiting'));
    expect(lines).toEqual([
      expect.stringMatching(
        /^waiting 6 s before the next request for chat: status 429 after 1 attempt, asking to wait 6 s$/,
      ),
    ]);
    expect(code).toBe(0);
  } finally {
    await service.close();
  }
}, 120_000);
