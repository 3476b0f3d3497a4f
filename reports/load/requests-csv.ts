import type { RequestRecord } from '../../load/model/record.ts';
import { visible } from '../visible.ts';

type Cell = string | number | boolean | undefined;

/** Columns in their order: names of requests.ndjson stay as they are there; what is derived has its unit. */
const columns: readonly (readonly [name: string, of: (record: RequestRecord) => Cell])[] = [
  ['id', ({ id }) => id],
  ['index', ({ index }) => index],
  ['scenario', ({ scenario }) => scenario],
  ['operation', ({ operation }) => operation],
  ['intended', ({ intended }) => intended],
  ['sent', ({ sent }) => sent],
  ['headers', ({ headers }) => headers],
  ['firstByte', ({ firstByte }) => firstByte],
  ['firstContent', ({ firstContent }) => firstContent],
  ['end', ({ end }) => end],
  ['ttftMs', ({ firstContent, intended }) => difference(firstContent, intended)],
  ['serviceTtftMs', ({ firstContent, sent }) => difference(firstContent, sent)],
  ['wholeMs', ({ end, intended }) => difference(end, intended)],
  ['lagMs', ({ sent, intended }) => difference(sent, intended)],
  ['largestGapMs', ({ events }) => largestGap(events)],
  ['status', ({ status }) => status],
  ['outcome', ({ outcome }) => outcome],
  ['because', ({ because }) => because],
  ['bytes', ({ bytes }) => bytes],
  ['events', ({ events, eventsDropped }) => events.length + eventsDropped],
  ['coalesced', ({ coalesced }) => coalesced],
  ['early', ({ early }) => early],
  ['ownDelay', ({ ownDelay }) => ownDelay],
  ['stamps', ({ stamps }) => stamps],
  ['reused', ({ reused }) => reused],
  ['dnsMs', ({ dnsMs }) => dnsMs],
  ['connectMs', ({ connectMs }) => connectMs],
  ['tlsMs', ({ tlsMs }) => tlsMs],
  ['session', ({ session }) => session],
  ['credits', ({ credits }) => credits],
  ['chars', ({ chars }) => chars],
  ['audioSeconds', ({ audioSeconds }) => audioSeconds],
  ['format', ({ format }) => format],
  ['audioFlag', ({ audioFlag }) => audioFlag],
  ['audioSample', ({ audioSample }) => audioSample],
];

export const requestColumns: readonly string[] = columns.map(([name]) => name);

/** One record as cells; what is absent is empty, and text shows what could move a cursor or hide. */
export function requestCells(record: RequestRecord): readonly (string | number)[] {
  return columns.map(([, of]) => {
    const cell = of(record);
    if (cell === undefined) return '';
    return typeof cell === 'number' ? cell : visible(String(cell));
  });
}

function difference(later: number | undefined, earlier: number | undefined): number | undefined {
  return later === undefined || earlier === undefined ? undefined : Math.round((later - earlier) * 1000) / 1000;
}

function largestGap(events: readonly number[]): number | undefined {
  let largest: number | undefined;
  for (let place = 1; place < events.length; place += 1) {
    const gap = (events[place] ?? 0) - (events[place - 1] ?? 0);
    if (largest === undefined || gap > largest) largest = gap;
  }
  return largest === undefined ? undefined : Math.round(largest * 1000) / 1000;
}
