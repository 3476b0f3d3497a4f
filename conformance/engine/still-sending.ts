import { createHash } from 'node:crypto';
import { classify, isSilent } from '../classification/classify.ts';
import { chatCall, bearerValue } from '../model/calls.ts';
import { headerOf, type Exchange } from '../model/exchange.ts';
import type { Probe } from '../model/probe.ts';
import type { ProbeResult } from './judging/judge.ts';

/**
 * Adds a stream that was still sending at the time limit to the evidence of a whole chat that fell silent. A whole
 * reply shows nothing until all of it is written, so that a chat with a bot that writes for longer than the limit is as
 * silent as one that hangs. The stream of the same request tells the two apart. It is sent only where the silence would
 * be a failure.
 */
export async function withStillSending(
  gathered: ProbeResult,
  send: (probe: Probe) => Promise<ProbeResult>,
): Promise<ProbeResult> {
  if (gathered.livenessCheck === undefined) return gathered;
  const unanswered = unansweredIn(gathered);
  if (unanswered.length === 0 || !unanswered.every(isChat)) return gathered;
  const [chat] = unanswered;
  if (chat === undefined) return gathered;
  const stillSending = (await send(streamInsteadOf(chat))).seen.find((exchange) => classify(exchange).is === 'slow');
  return stillSending === undefined ? gathered : { ...gathered, stillSending };
}

function unansweredIn({ seen, unrecoverable = [] }: ProbeResult): readonly Exchange[] {
  return [...seen, ...unrecoverable].filter(isSilent);
}

const isChat = ({ operation }: Exchange): boolean => operation === 'chat';

/** Longest body that is sent again: longer ones may not be kept as they were sent. */
const longestBody = 20_000;

/**
 * The stream of the same message; the stream of a plain message where the chat was sent with another token than the
 * run's own, as raw bytes, or with a long body.
 */
function streamInsteadOf({ request }: Exchange): Probe {
  const isOwn = headerOf(request.headers, 'authorization') === bearerValue('token');
  const isPlain = isOwn && request.raw === undefined && request.body.length <= longestBody;
  const body = isPlain ? Buffer.from(request.body).toString() : JSON.stringify({ message: 'Hello! What can you do?' });
  return {
    name: `stream instead of a silent chat ${createHash('sha256').update(body).digest('hex').slice(0, 8)}`,
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    // Streams of such a bot were too slow before: without this, no more of them would be sent.
    steps: [({ bot }) => [{ ...chatCall('stream', bot, { raw: body }), goes: 'despiteHangs' }]],
  };
}
