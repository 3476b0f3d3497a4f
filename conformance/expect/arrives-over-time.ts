import { streamOf } from './is-event-stream.ts';
import { onSuccess } from './on-answer.ts';

/** Below these a quick service and a buffered one look the same. */
const fewestEvents = 3;
const shortestWaitMs = 100;
/** What part of the whole time the events of a stream that nobody buffers spread over, at the least. */
const leastSpread = 0.05;
/** What part of it assay may have been blind without that explaining the burst. */
const mostStall = 0.2;

/** Events come as they are made, shown by their arrival: a buffered stream keeps the client waiting, then comes at once. */
export const arrivesOverTime = onSuccess((answer) => {
  const stream = streamOf(answer);
  if ('unjudged' in stream) return stream;
  const first = answer.chunks[0];
  const last = answer.chunks.at(-1);
  if (first === undefined || last === undefined || stream.events.length < fewestEvents) {
    return { unjudged: `${stream.events.length} events are too few to tell streaming from buffering` };
  }
  const spreadMs = last.atMs - first.atMs;
  if (spreadMs >= leastSpread * last.atMs) return [];
  if (last.atMs < shortestWaitMs)
    return {
      unjudged: `the whole stream took ${Math.round(last.atMs)} ms, too short to tell streaming from buffering`,
    };
  if (answer.stalledMs > mostStall * last.atMs) {
    return {
      unjudged: `assay was busy for ${Math.round(answer.stalledMs)} ms of the ${Math.round(last.atMs)} ms and did not see when events arrived`,
    };
  }
  const observed = `${stream.events.length} events within ${spreadMs.toFixed(1)} ms, after ${Math.round(first.atMs)} ms of nothing`;
  return [{ aspect: 'arrival', expected: 'events spread over the time of the reply', observed }];
});
