import type { Expectation } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { withExchange } from '../on-answer.ts';
import { beginsSession } from '../words/declined/may-have-declined.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { eventContentsIn } from '../words/stream-readings.ts';

/** Fewest streams to judge: a single reply without a letter may be the bot's choice. */
const fewestContinued = 2;

/** What the data of a stream says at one place, and in how many events. */
type TextAtPath = { readonly text: string; readonly events: number };
type Places = ReadonlyMap<string, TextAtPath>;

/**
 * Streams that continue a session carry a reply where streams that begin a session do (4.3). The reply stands in the
 * field that repeats a word of the request over several events: in a single event the word may be in a title of the
 * session. Any letters there count as a reply, and so does text in a field that no first stream has.
 */
export const carriesWhenContinued: Expectation = (seen) => {
  const taken = seen.filter((turn) => turn.operation === 'stream' && isAccepted(turn));
  const begun = taken.filter(beginsSession).flatMap((stream) => {
    const places = placesIn(stream);
    const replies = [...places].flatMap(([path, said]) => (repeats(stream, said) ? [path] : []));
    return replies.length === 0 ? [] : [{ places, replies }];
  });
  const replies = begun[0]?.replies.filter((path) => begun.every((each) => each.replies.includes(path))) ?? [];
  if (replies.length === 0)
    return { inconclusive: 'no stream that begins a session repeats a word over several events', isUnspecified: true };
  const continued = taken.filter((stream) => !beginsSession(stream));
  const [first] = continued;
  if (first === undefined || continued.length < fewestContinued)
    return { inconclusive: 'there were no two streams that continue a session', isUnspecified: true };
  const others = new Set(begun.flatMap(({ places }) => [...places.keys()]).filter((path) => !replies.includes(path)));
  if (!continued.every((stream) => isSilent(placesIn(stream), others))) return [];
  return [
    withExchange(first, {
      subject: 'reply',
      expected: 'text of the reply, as in streams that begin a session',
      observed: `none in all ${continued.length} streams that continue one`,
    }),
  ];
};

function repeats(stream: Exchange, { text, events }: TextAtPath): boolean {
  return events > 1 && wordsPlantedIn(stream).some((word) => text.includes(word));
}

/** True where a stream has text only in fields where first streams say something other than the reply. */
function isSilent(places: Places, others: ReadonlySet<string>): boolean {
  return [...places].every(([path, { text }]) => text.trim() === '' || others.has(path));
}

function placesIn(stream: Exchange): Places {
  const places = new Map<string, TextAtPath>();
  for (const { path, text } of eventContentsIn(stream).flatMap(({ found }) => found)) {
    const before = places.get(path);
    places.set(path, { text: (before?.text ?? '') + text, events: (before?.events ?? 0) + 1 });
  }
  return places;
}
