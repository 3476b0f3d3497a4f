import { describe, expect, it } from 'vitest';
import { scenarioOptionsOf, minimalEnvironment } from './scenario-options.testing.ts';
import { runOf } from './run-options.ts';

function runWith(env: Readonly<Record<string, string>>): ReturnType<typeof runOf> {
  return runOf('stream', scenarioOptionsOf({ ...minimalEnvironment, ...env }));
}

describe('the run as the extension takes it', () => {
  it('has the rule for text of the reply, each step of a path as a text', () => {
    expect(runWith({ ASSAY_CONTENT: 'type=text,parts[].at[3].text' }).content).toEqual({
      where: { path: ['.type'], is: 'text' },
      path: ['.parts', '[]', '.at', '[3]', '.text'],
    });
    expect(runWith({ ASSAY_CONTENT: 'event=token' }).content).toEqual({ event: 'token' });
    expect(runWith({})).not.toHaveProperty('content');
  });

  it('has the marks by which answers are judged, and none where all requests say the same', () => {
    expect(runWith({ ASSAY_REPEATS: 'stream,chat-said' }).marking).toEqual({
      turns: 1,
      own: ['stream'],
      said: ['chat'],
      recalls: false,
    });
    expect(runWith({}).marking).toEqual({ turns: 1, own: [], said: [], recalls: false });
    expect(runWith({ ASSAY_SAME_INPUT: 'true' })).not.toHaveProperty('marking');
  });

  it('has a bound on credits where there is one', () => {
    expect(runWith({ ASSAY_MAX_CREDITS: '10' }).maxCredits).toBe(10);
    expect(runWith({})).not.toHaveProperty('maxCredits');
  });
});
