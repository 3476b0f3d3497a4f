import { unknownBotId } from '../chat/probes.ts';
import { endpoints } from '../../contract/limits.ts';
import { noCost } from '../../model/costs.ts';
import { botsCall, chatCall, speechCall } from '../../model/calls.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Answer, Operation } from '../../model/exchange.ts';
import type { Reason } from '../../model/run.ts';
import type { Probe } from '../../model/probe.ts';
import { errorCodeIn } from '../../bodies/error-code.ts';

/**
 * Asks at no cost whether the caller's own token is accepted anywhere: a list, and bodies that lack their required
 * fields.
 */
export const ownToken: Probe = {
  name: 'whether the token is let in',
  needs: ['token'],
  costs: noCost,
  steps: [() => [botsCall(), chatCall('chat', unknownBotId, {}), chatCall('stream', unknownBotId, {}), speechCall({})]],
};

/** Operations that need the token (5.3); the list may be open to anybody (5.5). */
const calledWithIt: readonly Operation[] = ['chat', 'stream', 'speech'];

/**
 * Why the token cannot show anything: every operation that needs it refuses it. A 403 may be for what is requested,
 * unless the list is refused as well. A token that is accepted anywhere is valid, and refusals of it elsewhere are
 * judged.
 */
export function whyOwnTokenIsUnusable(seen: Exchanges, token = ''): Reason | undefined {
  const answerTo = (wanted: Operation): Answer | undefined => {
    const response = seen.find(({ operation }) => operation === wanted)?.response;
    return response?.is === 'answer' ? response : undefined;
  };
  const statuses = calledWithIt.map((wanted) => answerTo(wanted)?.status ?? 0);
  const ofList = answerTo('bots');
  const isTokenRejected = [...statuses, ofList?.status ?? 0].every(isRefusal);
  if (!isTokenRejected && !statuses.every((status) => status === 401)) return undefined;
  const byList = ofList !== undefined && isRefusal(ofList.status) ? ofList : undefined;
  const shown = byList ?? answerTo('speech');
  const { method, path } = byList === undefined ? endpoints.speech : endpoints.bots;
  const words = shown === undefined ? '' : [shown.status, codeIn(shown, token)].filter((word) => word !== '').join(' ');
  const told = `the token was refused: ${words} at ${method} ${path}`;
  const isQuoted = /^(["']).*\1$/.test(token);
  const advice = isQuoted
    ? 'it is sent with the quotes around it: are they part of it?'
    : 'is it the token of this system, and not expired?';
  return { because: `${told}; ${advice}`, about: { is: 'token', which: 'token', seen: told, advice } };
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** The code of the error object, where it is a plain word that contains nothing of the token. */
function codeIn(answer: Answer, token: string): string {
  const code = errorCodeIn(answer) ?? '';
  if (!/^[a-z][a-z_.-]{1,39}$/i.test(code)) return '';
  return token.includes(code) || (token !== '' && code.includes(token)) ? '' : code;
}
