import { jsonOf } from '../../bodies/content.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import type { ExchangeFilter, Expectation, Judgement, Exchanges } from '../../model/check.ts';
import { isAccepted, type Answer, type Exchange } from '../../model/exchange.ts';
import { audioIn } from '../audio/speech-body.ts';
import { settledAnswerOf } from '../kinds.ts';
import { memoizedByRun } from '../memoized-by-run.ts';
import { onAnswer } from '../on-answer.ts';
import { stringsOf } from '../words/texts/strings-of.ts';

/** Each refused chat or speech request, for example refused for its balance. Refused streams do not count. */
export function everyRefusalOf(operation: 'chat' | 'speech'): ExchangeFilter {
  return (exchange) => {
    const answer = settledAnswerOf(exchange);
    return exchange.operation === operation && answer !== undefined && isRefusal(answer);
  };
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/**
 * A refused speech request gets no audio beside the error: that would give away what is not paid for. That it has none
 * shows something only where speech requests of this run got audio.
 */
export const carriesNoAudio: Expectation = (seen, run = []) =>
  onAnswer((answer) => {
    const bytes = audioIn(answer)?.length ?? 0;
    if (bytes === 0) return isAnySpoken(run) ? [] : noneServed('speech came with audio');
    const observed = `status ${answer.status} with ${bytes} bytes of audio`;
    return [{ subject: 'audioBase64', expected: 'no audio beside the refusal', observed }];
  })(seen);

const isAnySpoken = memoizedByRun((run: Exchanges) =>
  run.some(
    (each) =>
      each.operation === 'speech' &&
      each.response.is === 'answer' &&
      isAccepted(each) &&
      (audioIn(each.response)?.length ?? 0) > 0,
  ),
);

function noneServed(what: string): Judgement {
  return {
    inconclusive: `no ${what} in this run, so that it is not known where a refusal would have it`,
    isUnspecified: true,
  };
}

/**
 * A refused chat gets no reply beside the error. Where a reply stands is not shown (2.3): in the fields in which
 * accepted chats of this run repeat a word of their message. A refusal that repeats a word there has a reply too. A
 * field that equals the message is a copy of it, and text in `error` is about the refusal.
 */
export const carriesNoReply: Expectation = (seen, run = []) =>
  onAnswer((answer, exchange) => {
    const replies = replyPathsIn(run);
    if (replies.size === 0) return noneServed('chat repeated a word of its message');
    const found = repeatedIn(answer, exchange).find((path) => replies.has(path));
    if (found === undefined) return [];
    const observed = `status ${answer.status} with a reply to the message in ${found.slice(2)}`;
    return [{ subject: 'body', expected: 'no reply beside the refusal', observed }];
  })(seen);

const replyPathsIn = memoizedByRun(
  (run: Exchanges) =>
    new Set(
      run.flatMap((each) =>
        each.operation === 'chat' && each.response.is === 'answer' && isAccepted(each)
          ? repeatedIn(each.response, each)
          : [],
      ),
    ),
);

/** Shortest word that counts, in characters: shorter words are in any sentence. */
const leastWord = 8;

/** The paths of the strings that say a word of the message and are not a copy of it. */
function repeatedIn(answer: Answer, { request }: Exchange): readonly string[] {
  const message = (sentJson(request) as { readonly message?: unknown } | null | undefined)?.message;
  const json = jsonOf(answer);
  if (typeof message !== 'string' || json.is !== 'json') return [];
  const words = message.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= leastWord);
  return stringsOf(json.value).flatMap(({ path, text }) => {
    const isCopy = text.trim() === message.trim() || path.startsWith('$.error');
    return !isCopy && words.some((word) => text.includes(word)) ? [path] : [];
  });
}
