import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/index.ts';
import { judgeService } from '../../judged.testing.ts';
import { checksNamed, verdictsIn } from '../../judged-at.testing.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { alteredIds } from './altered-bots.ts';

describe('ids that are nearly one that was given out', () => {
  it.each([
    ['support', ['supportzq7zq7', 'zq7zq7support']],
    ['17', ['17zq7zq7', 'zq7zq717']],
    ['Qm90OjE=', ['Qm90OjEzq7zq7=', 'zq7zq7Qm90OjE=']],
    ['helperassistant2', ['helperassistant2zq7zq7', 'zq7zq7helperassistant2']],
    ['175928847299117063', ['175928847299117063zq7zq7', 'zq7zq7175928847299117063']],
    [
      '7d444840-9dc0-41d1-b245-5ffdce74fad2',
      [
        '7d444840-9dc0-41d1-b245-5ffdce74fad2zq7zq7',
        'zq7zq77d444840-9dc0-41d1-b245-5ffdce74fad2',
        '7d444840-9dc0-41d1-b245-5ffdce74fad',
      ],
    ],
  ])('of %s are %j', (id, altered) => {
    expect(alteredIds(id)).toEqual(altered);
  });
});

describe('a service that finds a bot by a part of its id', () => {
  const drawn: Behaviour['bots'] = [{ botId: 'bot_1f0c9a7be42d5f38', name: 'Ada', description: 'Answers.' }];
  const foundBy = (isFound: (given: string, botId: string) => boolean) =>
    validExcept({
      bots: drawn,
      botFor: (segment, { bots }) =>
        bots.find(({ botId }) => isFound(decodeURIComponent(segment), botId)) ?? refuse('unknown-bot'),
    });
  const held = checksNamed('chat.bot/nearly-a-known-one-is-refused', 'stream.request/rejects-nearly-a-known-bot');
  it.each([
    ['what stands at the end of it', (given: string, botId: string) => botId.startsWith(given)],
    ['what stands behind it', (given: string, botId: string) => given.startsWith(botId)],
    ['what stands before it', (given: string, botId: string) => given.endsWith(botId)],
  ])('is found by %s', async (_what, isFound) => {
    const findings = await judgeService(foundBy(isFound), held);
    expect(findings.map(({ verdict, mismatches }) => [verdict.is, mismatches.length])).toEqual([
      ['fail', 1],
      ['fail', 1],
    ]);
  });
  it('may fold the case of an id', async () => {
    const folded = (given: string, botId: string): boolean => given.toLowerCase() === botId.toLowerCase();
    expect(verdictsIn(await judgeService(foundBy(folded), held))).toEqual(['pass', 'pass']);
    expect(verdictsIn(await judgeService(valid, held))).toEqual(['pass', 'pass']);
  });
});
