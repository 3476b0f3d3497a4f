import type { RequestRecord } from '../../../load/records/record.ts';
import { escapeControls } from '../../text/visible.ts';

type Cell = string | number | boolean | undefined;

/** Columns in their order: the names of requests.ndjson, and the unit behind what has one. */
const columns: readonly (readonly [name: string, of: (record: RequestRecord) => Cell])[] = [
  ['id', ({ id }) => id],
  ['index', ({ index }) => index],
  ['scenario', ({ scenario }) => scenario],
  ['operation', ({ operation }) => operation],
  ['intendedMs', ({ intended }) => intended],
  ['sentMs', ({ sent }) => sent],
  ['headersMs', ({ headers }) => headers],
  ['firstByteMs', ({ firstByte }) => firstByte],
  ['firstEventMs', ({ firstEvent }) => firstEvent],
  ['firstContentMs', ({ firstContent }) => firstContent],
  ['endMs', ({ end }) => end],
  ['ttfeMs', ({ firstEvent, intended }) => difference(firstEvent, intended)],
  ['ttftMs', ({ firstContent, intended }) => difference(firstContent, intended)],
  ['serviceTtftMs', ({ firstContent, sent }) => difference(firstContent, sent)],
  ['e2eMs', ({ end, intended }) => difference(end, intended)],
  ['lagMs', ({ sent, intended }) => difference(sent, intended)],
  ['largestGapMs', largestGap],
  ['status', ({ status }) => status],
  ['outcome', ({ outcome }) => outcome],
  ['because', ({ because }) => because],
  ['lacked', ({ lacked }) => lacked],
  ['judged', ({ judged }) => judged],
  ['broke', ({ broke }) => broke],
  ['answerKept', ({ answerKept }) => answerKept],
  ['bytes', ({ bytes }) => bytes],
  ['contentChars', ({ contentChars }) => contentChars],
  ['firstContentChars', ({ firstContentChars }) => firstContentChars],
  ['events', ({ events, eventsDropped }) => events.length + eventsDropped],
  ['coalesced', ({ coalesced }) => coalesced],
  ['early', ({ early }) => early],
  ['ownDelayMs', ({ ownDelay }) => ownDelay],
  ['stamps', ({ stamps }) => stamps],
  ['reused', ({ reused }) => reused],
  ['protocol', ({ protocol }) => protocol],
  ['tls', ({ tls }) => tls],
  ['dnsMs', ({ dnsMs }) => dnsMs],
  ['connectMs', ({ connectMs }) => connectMs],
  ['tlsMs', ({ tlsMs }) => tlsMs],
  ['waitedMs', ({ waitedMs }) => waitedMs],
  ['session', ({ session }) => session],
  ['credits', ({ credits }) => credits],
  ['chars', ({ chars }) => chars],
  ['audioSeconds', ({ audioSeconds }) => audioSeconds],
  ['format', ({ format }) => format],
  ['audioFlag', ({ audioFlag }) => audioFlag],
  ['audioSample', ({ audioSample }) => audioSample],
  ['transmittedMs', ({ transmitted }) => transmitted],
  ['rttMs', ({ rttMs }) => rttMs],
  ['serverMs', ({ serverMs }) => serverMs],
  ['receiveMs', ({ receiveMs }) => receiveMs],
];

export const requestColumns: readonly string[] = columns.map(([name]) => name);

/** One record as cells; what is absent is empty, and text shows what could move a cursor or hide. */
export function requestCells(record: RequestRecord): readonly (string | number)[] {
  return columns.map(([, of]) => {
    const cell = of(record);
    if (cell === undefined) return '';
    return typeof cell === 'number' ? cell : escapeControls(String(cell));
  });
}

function difference(later: number | undefined, earlier: number | undefined): number | undefined {
  return later === undefined || earlier === undefined ? undefined : Math.round((later - earlier) * 1000) / 1000;
}

/** Between events with text of the reply, where a rule tells them from others. */
function largestGap({ events, others = [] }: RequestRecord): number | undefined {
  let [last, next]: [number | undefined, number] = [undefined, 0];
  let largest: number | undefined;
  for (const [place, at] of events.entries()) {
    if (others[next] === place) {
      next += 1;
      continue;
    }
    const gap = last === undefined ? undefined : at - last;
    if (gap !== undefined && (largest === undefined || gap > largest)) largest = gap;
    last = at;
  }
  return largest === undefined ? undefined : Math.round(largest * 1000) / 1000;
}
