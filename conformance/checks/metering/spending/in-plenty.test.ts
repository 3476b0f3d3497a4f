import { describe, expect, it } from 'vitest';
import { faults, validExcept, variants, type FaultId, type VariantId } from '../../../../fixtures/index.ts';
import { checks } from '../../../index.ts';
import { judgedOn } from '../../../judged.testing.ts';
import { selected } from '../../../model/select.ts';

const charged = selected(checks, {
  only: [
    'metering.credit-balance/long-speech-*',
    'metering.forms/included-speeches',
    'metering.forms/speeches-as-forms',
  ],
});

/** Both refuse a speech that is not covered as they refuse one that is too long, or malformed. */
const otherwiseRefused = ['speech-refusal-403-when-spent', 'speech-refusal-400-when-spent'] as const;

async function failedOn(variant: VariantId, ...mistakes: readonly FaultId[]): Promise<readonly string[]> {
  const changes = [variants[variant].change, ...mistakes.map((id) => faults[id].change)];
  const findings = await judgedOn(validExcept(...changes), charged);
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
  it.each(['texts-of-200-characters', 'texts-of-300-characters-400'] as const)(
    'is accused of nothing, whatever the balance: %s',
    async (variant) => {
      expect(await failedOn(variant)).toEqual([]);
    },
  );
});
