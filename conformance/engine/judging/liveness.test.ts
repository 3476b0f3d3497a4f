import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../model/exchange.ts';
import { listBots } from '../../model/probes/standard-probes.ts';
import type { ProbeResult } from './judge.ts';
import { withLivenessCheck } from '../probe-scheduler.ts';

const of = (...seen: readonly Exchange[]): ProbeResult => ({ seen });
const silent = (operation: Exchange['operation']): Exchange => ({
  ...unanswered('timeout'),
  id: 'silent#1',
  operation,
});

/** The probes that are sent because of a silent exchange, and the liveness check where they get these answers. */
async function besides(gathered: ProbeResult, ...answers: readonly Exchange[]) {
  const asked: string[] = [];
  const { livenessCheck } = await withLivenessCheck(gathered, listBots('token'), async ({ name }) => {
    asked.push(name);
    return of(answers[asked.length - 1] ?? unanswered('timeout'));
  });
  return { asked, livenessCheck };
}

describe('beside what fell silent', () => {
  const answer = answered({ operation: 'voices' });

  it('nothing is asked where all answered', async () => {
    const gathered = of(answered());
    expect(await withLivenessCheck(gathered, listBots('token'), async () => of(answer))).toBe(gathered);
  });
  it('another operation is asked, by the name of what fell silent', async () => {
    expect(await besides(of(silent('chat')), answer)).toEqual({
      asked: ['list voices as none after silent#1'],
      livenessCheck: answer,
    });
  });
  it('the next one is asked where the first is silent too, and none of its own operation', async () => {
    expect(await besides(of(silent('chat')), unanswered('timeout'), answer)).toEqual({
      asked: ['list voices as none after silent#1', 'list bots as token after silent#1'],
      livenessCheck: answer,
    });
    expect((await besides(of(silent('voices')))).asked).toEqual(['list bots as token after silent#1']);
  });
  it('nothing is told where nothing answers', async () => {
    expect((await besides(of(silent('chat')))).livenessCheck).toBeUndefined();
  });
});
