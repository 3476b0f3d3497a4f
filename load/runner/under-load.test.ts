import { describe, expect, it } from 'vitest';
import { isLoadFaultId, loadFaults, withLoadFault, type LoadFaultId } from '../../fixtures/faults/under-load/index.ts';
import { startService, type Behaviour } from '../../fixtures/index.ts';
import { marksVerdict } from '../verdict/marks.ts';
import { k6IsMissing } from './needs-k6.testing.ts';
import type { RunScenarioOptions } from './options.ts';
import { run } from './run.testing.ts';

/** Some 60 answers are under way at 100 a second, as with a bot that thinks, and speaks at its pace. */
const slow = { pace: { firstEventMs: 200, gapMs: 25, events: 14 }, delayMs: 60 };

const brief = { ratePerS: 100, durationS: 3, warmupS: 0, seed: 5, maxLagMs: 60_000, maxInFlight: 300 } as const;

/** What is asked, as a session of four turns is four requests; and what the reference service is known to repeat. */
const asked: Readonly<Record<'stream' | 'conversation' | 'speech', Partial<RunScenarioOptions>>> = {
  stream: { content: 'text', repeats: 'stream' },
  conversation: { ratePerS: 12.5, durationS: 6, turns: 4, thinkMs: 100, content: 'text', repeats: 'stream,recall' },
  speech: { format: 'mp3' },
};

type Asked = keyof typeof asked;

/** How many of the answers were wrong, by why, and how many there were. */
async function answersOf(scenario: Asked, behaviour: Partial<Behaviour>, more: Partial<RunScenarioOptions> = {}) {
  const { url, token, close } = await startService({ behaviour, ...slow });
  try {
    const given = { ...brief, ...asked[scenario], ...more, scenario, target: url, token, botId: 'support' };
    const { outcome, requests } = await run(given);
    expect(outcome).toMatchObject({ is: 'done' });
    const wrong = requests.records.filter((each) => each.outcome === 'wrong').map(({ because = '' }) => because);
    const right = requests.records.filter((each) => each.outcome === 'ok').length;
    return { wrong, right, all: requests.records.length, share: outcome.load?.wrongShare };
  } finally {
    await close();
  }
}

const byAnswers = Object.keys(loadFaults)
  .filter(isLoadFaultId)
  .filter((id) => loadFaults[id].foundBy === 'answers');

/** It shows in the six hundredth stream. */
const longer: Partial<Record<LoadFaultId, Partial<RunScenarioOptions>>> = {
  'load-one-reply-in-a-thousand-mixed': { durationS: 7 },
};

/** Does as it is told, and says something between. */
function saysMarks(message: string): string {
  const [first = '', last = ''] = message.match(/zx[a-z]{10}/g) ?? [];
  return `${first}. There is much to say of that, and little that has not been said before of it. ${last}.`;
}

/** By the letters of a mark's check. */
function forgetful(message: string): string {
  return /zx[a-z]{9}[bcdf]/.test(message) ? 'There is much to say of that.' : saysMarks(message);
}

describe.skipIf(k6IsMissing)('at 50 requests per second and more', { timeout: 240_000 }, () => {
  it.each(byAnswers)('the answers of a service are seen to be wrong: %s', async (id) => {
    const { wrong, share } = await answersOf(loadFaults[id].shownBy, withLoadFault(id), longer[id]);
    expect(wrong.length).toBeGreaterThan(0);
    expect(share?.share).toBeGreaterThan(0);
  });

  it.each(Object.keys(asked) as readonly Asked[])('none of the valid service is: %s', async (scenario) => {
    const { wrong, all, right } = await answersOf(scenario, {});
    expect(wrong).toEqual([]);
    expect(all).toBeGreaterThan(200);
    expect(right).toBe(all);
  });

  it.each([
    [
      'a service whose replies are cut off is seen to be wrong',
      withLoadFault('load-reply-truncated'),
      saysMarks,
      'wrong',
    ],
    ['the valid service is not', {}, saysMarks, undefined],
    ['nor is it where its bot leaves out a fifth of them', {}, forgetful, undefined],
  ] as const)('where a bot only says its marks, %s', async (_, behaviour, replyTo, is) => {
    const service = await startService({ behaviour: { ...behaviour, replyTo }, ...slow });
    try {
      const { url: target, token } = service;
      const said = { content: 'text', repeats: 'stream-said', saidAlone: { stream: { n: 12, said: 12 } } };
      // Some 20 streams at a time, at times more and at times fewer.
      const given = {
        ...brief,
        ratePerS: 38,
        durationS: 20,
        ...said,
        scenario: 'stream',
        target,
        token,
        botId: 'support',
      };
      const { outcome } = await run(given);
      const { marks, failures } = outcome.load ?? {};
      expect(failures).toEqual({});
      expect(marks?.operations['stream']?.n).toBeGreaterThan(600);
      expect(marks && marksVerdict(marks)?.is).toBe(is);
    } finally {
      await service.close();
    }
  });
});
