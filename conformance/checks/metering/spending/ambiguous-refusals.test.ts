import { describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  faults,
  startService,
  validExcept,
  variants,
  type Behaviour,
  type FaultId,
  type VariantId,
} from '../../../../fixtures/index.ts';
import { valid } from '../../../../fixtures/service/index.ts';
import { refuse } from '../../../../fixtures/service/refusal.ts';
import { limitTexts } from '../../../../fixtures/variants/input.variants.ts';
import { judgeTarget } from '../../../judged-at.testing.ts';
import { checks } from '../../../index.ts';
import { judgeService } from '../../../judged.testing.ts';
import { selectChecks } from '../../../model/select.ts';

const charged = selectChecks(checks, {
  only: [
    'metering.credit-balance/long-speech-*',
    'metering.forms/included-speeches',
    'metering.forms/speeches-as-forms',
  ],
});

/** Both refuse an uncovered speech with the status of a speech that is too long or malformed. */
const otherwiseRefused = ['speech-refusal-403-when-spent', 'speech-refusal-400-when-spent'] as const;

async function failedOn(variant: VariantId, ...mistakes: readonly FaultId[]): Promise<readonly string[]> {
  const changes = [variants[variant].change, ...mistakes.map((id) => faults[id].change)];
  const findings = await judgeService(validExcept(...changes), charged);
  return findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
}

describe.each(otherwiseRefused)('a service with %s', (variant) => {
  it('is accused of nothing', async () => {
    expect(await failedOn(variant)).toEqual([]);
  });
  it.each([
    ['speech-priced-by-length', 'metering.credit-balance/long-speech-costs-no-more-than-3'],
    ['speech-over-300-costs-double', 'metering.credit-balance/long-speech-costs-no-more-than-3'],
    ['pooled-included-tts-ignored-with-instructions', 'metering.forms/included-speeches'],
  ] as const)('is found with %s', async (mistake, check) => {
    expect(await failedOn(variant, mistake)).toContain(check);
  });
});

describe('a service that refuses what is long', () => {
  it.each([200, 300, 400, 450, 500, 5_400])(
    'is accused of nothing, whatever the balance: of %i characters',
    async (most) => {
      for (const seed of [1, 2]) {
        const findings = await judgeService(validExcept(limitTexts(most, 413)), charged, { seed });
        expect(findings.filter(({ verdict }) => verdict.is === 'fail')).toEqual([]);
      }
    },
  );
});

describe('a service whose tokens take a moment', () => {
  it('is accused of nothing where the first speeches of the first accounts are refused with 403', async () => {
    const accounts = new Set<object>();
    const slow: Partial<Behaviour> = {
      admissionRefusal: (operation, account) => {
        if (operation !== 'speech' || account === undefined || accounts.has(account)) return undefined;
        accounts.add(account);
        return accounts.size <= 6 ? refuse('too-large', { cause: 'token' }) : undefined;
      },
      statusOf: (refusal, operation) => (refusal.cause === 'token' ? 403 : valid.statusOf(refusal, operation)),
    };
    const findings = await judgeService(validExcept(slow), charged, { concurrency: 8 });
    expect(findings.filter(({ verdict }) => verdict.is === 'fail')).toEqual([]);
  });
});

describe('a provisioner that makes no more than what a probe begins with', () => {
  const long = charged.filter(({ id }) => id.includes('long-speech'));
  const most = 2;

  async function judgedWithFew(...mistakes: readonly FaultId[]): Promise<string | undefined> {
    const changes = [variants['speech-refusal-403-when-spent'].change, ...mistakes.map((id) => faults[id].change)];
    const service = await startService({ behaviour: validExcept(...changes), seed: 1 });
    const made = { count: 0 };
    const pass = async (workspace: string): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(service.provisioner, { method: 'POST', headers, body: workspace })).text();
    };
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      made.count += 1;
      if (made.count > most) response.writeHead(500).end();
      else response.end(await pass(await text(request)));
    };
    const few = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(few, 'listening');
    const provisioner = `http://127.0.0.1:${(few.address() as AddressInfo).port}/`;
    const { findings } = await judgeTarget(service.url, long, { token: service.token, provisioner, timeoutMs: 1_500 });
    few.close();
    await service.close();
    return findings[0]?.verdict.is;
  }

  it('leaves what was refused a doubt, and hides no other failure', async () => {
    expect(await judgedWithFew('speech-priced-by-length')).toBe('notApplicable');
    expect(await judgedWithFew('speech-over-5000-costs-double', 'speech-free')).toBe('fail');
    expect(await judgedWithFew()).toBe('pass');
  });
});
