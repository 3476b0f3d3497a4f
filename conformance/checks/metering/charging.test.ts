import { describe, expect, it } from 'vitest';
import { withFault, type FaultId } from '../../../fixtures/index.ts';
import { everyCheck } from '../../every.ts';
import { judgeService } from '../../judged.testing.ts';

async function verdictsWith(fault: FaultId, ids: readonly string[]): Promise<readonly string[]> {
  const checks = everyCheck.filter(({ id }) => ids.includes(id));
  expect(checks).toHaveLength(ids.length);
  const findings = await judgeService(withFault(fault), checks);
  return findings.map(({ verdict }) => (verdict.is === 'inconclusive' ? verdict.because : verdict.is));
}

describe('what takes nothing', () => {
  it.each([
    [
      'pooled-included-chats-never-end',
      'a second chat with one included request was not refused, so charges could not be seen',
      ['metering.enterprise/bad-chat-takes-no-included-one', 'metering.enterprise/credits-come-second'],
    ],
    [
      'pooled-included-speeches-never-end',
      'a second speech with one included TTS use was not refused, so charges could not be seen',
      ['metering.enterprise/credits-come-second-for-speech', 'metering.refusal/uncovered-chat-leaves-speech-usable'],
    ],
    [
      'member-limit-ignored-chat',
      'a second chat with a member request limit of 1 was not refused, so charges could not be seen',
      ['metering.members/bad-chat-does-not-count', 'metering.members/chat-limit-leaves-speech-usable'],
    ],
    [
      'member-limit-ignored-speech',
      'a second speech with a member TTS limit of 1 was not refused, so charges could not be seen',
      ['metering.members/speech-limit-leaves-chat-usable'],
    ],
  ] as const)('is not told where %s', async (fault, because, ids) => {
    expect(new Set(await verdictsWith(fault, ids))).toEqual(new Set([because]));
  });
});

describe('a refusal', () => {
  it.each([
    ['pooled-included-tts-ignored', 'metering.refusal/uncovered-chat-leaves-speech-usable'],
    ['pooled-included-ignored', 'metering.enterprise/bad-chat-takes-no-included-one'],
  ] as const)('is not accused of what was never covered: %s', async (fault, id) => {
    const [verdict] = await verdictsWith(fault, [id]);
    expect(verdict).toMatch(/^its control metering\.enterprise\/included-(speech|chat)-is-covered failed/);
  });
});

describe('an aborted stream', () => {
  it.each([
    ['chat-free', 'metering.uncharged/left-stream-earns-nothing'],
    ['pooled-included-chats-never-end', 'metering.uncharged/left-stream-of-a-pool'],
    ['member-limit-ignored-chat', 'metering.uncharged/left-stream-of-a-member'],
  ] as const)('is not accused of what it gave back where %s', async (fault, id) => {
    const [verdict] = await verdictsWith(fault, [id]);
    expect(verdict).toMatch(/control/);
  });
});
