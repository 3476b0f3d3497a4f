import { expect, it } from 'vitest';
import type { RequestRecord } from '../records/record.ts';
import { seriesOf } from './series.ts';

it('has no more windows than a page can show, whatever time a record holds', () => {
  const tally = seriesOf(250, 'stream');
  tally.add({
    intended: 0,
    sent: 0,
    end: 1e15,
    outcome: 'timeout',
    events: [],
    eventsDropped: 0,
    coalesced: 0,
  } as unknown as RequestRecord);
  expect(tally.series().windows).toHaveLength(2_000);
});
