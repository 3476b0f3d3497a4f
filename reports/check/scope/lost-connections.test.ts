import { expect, it } from 'vitest';
import { checkMarkdown } from '../markdown.ts';
import { sampleRun } from '../sample-run.testing.ts';
import { lostConnectionsText } from './lost-connections.ts';

const lostConnections = {
  requests: 15,
  times: 1,
  at: '2026-07-01T06:59:23.123Z',
  before: [
    { exchange: 'chat of everything#1', probe: 'chat of everything', check: 'chat.memory/keeps-letters' },
    { exchange: 'p#1', probe: 'p' },
  ],
};

it('tells how many requests lost their connection, when, and what the target was busy with', () => {
  expect(lostConnectionsText({ lostConnections })).toBe(
    'Connections to the target were lost once at 06:59:23 UTC: 15 requests got no answer at first, and had one at another attempt, which is what was judged. Just before, it was busy with requests of chat.memory/keeps-letters, “p”. Its log of that time says whether it was started anew',
  );
  expect(checkMarkdown(sampleRun([], { lostConnections }))).toContain('Connections to the target were lost once');
});
it('tells it of one request, and of several times', () => {
  expect(lostConnectionsText({ lostConnections: { ...lostConnections, requests: 1, times: 3, before: [] } })).toBe(
    'Connections to the target were lost 3 times, first at 06:59:23 UTC: 1 request got no answer at first, and had one at another attempt, which is what was judged. Its log of that time says whether it was started anew',
  );
});
it('says nothing where none was lost', () => {
  expect(lostConnectionsText({})).toBeUndefined();
});
