import { sentJson } from '../../../bodies/sent-json.ts';
import type { Exchange } from '../../../model/exchange.ts';

/** The message of a request, empty where it has none. */
export function messageText({ request }: Exchange): string {
  const sent = sentJson(request);
  return typeof sent === 'object' && sent !== null && 'message' in sent ? String(sent.message) : '';
}

/** True for a turn without a session id: it begins a session. */
export function beginsSession({ request }: Exchange): boolean {
  const sent = sentJson(request);
  return typeof sent === 'object' && sent !== null && !('sessionId' in sent);
}

/**
 * True where a bot that declines now and then may have missed these questions, given in their order: it missed fewer
 * than two of three, and not exactly every other one. Every other one is missed where one of two servers lost the
 * session.
 */
export function mayHaveDeclined(isMissed: readonly boolean[]): boolean {
  const missed = isMissed.flatMap((is, at) => (is ? [at] : []));
  const isEachOther = missed.length > 2 && missed.every((at, place) => at === (missed[0] ?? 0) + 2 * place);
  return missed.length * 3 < isMissed.length * 2 && !isEachOther;
}
