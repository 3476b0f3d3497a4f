import { describe, expect, it } from 'vitest';
import { scenarioOptionsOf, minimalEnvironment } from './scenario-options.testing.ts';
import { contentOf, endsForCredits, type User } from './turns.ts';

const constant = { ...minimalEnvironment, ASSAY_ARRIVALS: 'constant', ASSAY_RATE: '20', ASSAY_DURATION_S: '1.5' };

function userOf(options: ReturnType<typeof scenarioOptionsOf>, place: number): User {
  const start = options.starts[place];
  if (start === undefined) throw new Error(`there is no user ${place}`);
  return { place, start };
}

describe('what a user sends in its turn', () => {
  it('has a number that no other turn of the run has', () => {
    const options = scenarioOptionsOf({ ...constant, ASSAY_TURNS: '3' }, 'conversation');
    const indexes = options.starts.flatMap((_, place) =>
      [0, 1, 2].map((turn) => contentOf(options, userOf(options, place), turn, undefined).index),
    );
    expect(indexes).toEqual(Array.from({ length: 90 }, (_, index) => index));
  });

  it('is the body of a trace in the first turn alone', () => {
    const options = scenarioOptionsOf({ ...minimalEnvironment, ASSAY_TRACE: 'good.ndjson' });
    const user = userOf(options, 1);
    expect(contentOf(options, user, 0, undefined).body).toBe('{"message":"Hi"}');
    expect(contentOf(options, user, 1, undefined).body).toBeUndefined();
  });

  it('continues the session that it is given', () => {
    const options = scenarioOptionsOf(constant);
    const sessionId = '"s-1"' as NonNullable<Parameters<typeof contentOf>[3]>;
    expect(contentOf(options, userOf(options, 0), 1, sessionId)).toMatchObject({ operation: 'stream', sessionId });
  });
});

describe('a reply that no credits cover', () => {
  it('ends the run, but not in a workspace that was made for it', () => {
    expect(endsForCredits({ unpaid: true }, {})).toBe(true);
    expect(endsForCredits({ unpaid: true }, { ownWorkspace: true })).toBe(false);
    expect(endsForCredits({}, {})).toBe(false);
    expect(endsForCredits(null, {})).toBe(false);
  });
});
