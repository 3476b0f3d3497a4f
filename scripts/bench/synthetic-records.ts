/** A record of a stream of so many events, as k6 writes it; its times are random, its place in the schedule is not. */
export function recordAt(index: number, random: () => number, { eventsEach = 20, run = '5f0c2a91d7e4' } = {}): object {
  const micros = (ms: number): number => Math.round(ms * 1000) / 1000;
  const intended = index / 2;
  const sent = micros(intended + random());
  const first = sent + 150 + 100 * random();
  const events = Array.from({ length: eventsEach }, (_, place) => micros(first + place * 20 + 10 * random()));
  const isOk = index % 500 !== 0;
  return {
    id: `${run}-${index}`,
    index,
    scenario: 'stream',
    operation: 'stream',
    intended,
    sent,
    headers: micros(first - 20),
    firstByte: events[0],
    events,
    firstEvent: events[0],
    firstContent: events[0],
    end: micros(first + 420),
    status: 200,
    outcome: isOk ? 'ok' : 'truncated',
    bytes: 1834,
    coalesced: 0,
    early: 0,
    ownDelay: micros(random()),
    credits: 1,
    reused: index > 1000,
  };
}
