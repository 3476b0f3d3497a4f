import type { Exchange } from '../../conformance/model/exchange.ts';
import { askedText } from '../exchange/asked-text.ts';
import { bodyText, mostShown } from '../exchange/body-text.ts';
import { durationText } from '../text/format.ts';
import { painter, type TerminalStyle } from '../text/paint.ts';
import { sizeText } from '../text/size.ts';
import { truncate, escapeControls } from '../text/visible.ts';

/**
 * One exchange of several, in the order in which they ended: `3  POST /v1/audio/tts  {"speed":4.01}`, then its
 * answer.
 */
export function stepLines(number: number, exchange: Exchange, style: TerminalStyle): string {
  const { request } = exchange;
  const paint = painter(style);
  const lead = `${String(number).padStart(4)}  `;
  const room = Math.max(style.width - lead.length, 20);
  const cut = (text: string): string => truncate(escapeControls(text), room);
  return `${paint('bold', lead)}${cut(askedText(request))}\n${' '.repeat(lead.length)}${paint('dim', cut(cameText(exchange)))}`;
}

function cameText({ response }: Exchange): string {
  if (response.is === 'noAnswer')
    return `no answer: ${response.because}, ${response.detail}, after ${durationText(response.endedAtMs)}`;
  const { status, headers, body, ending, endedAtMs } = response;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'no Content-Type';
  const end = ending === 'complete' ? '' : `, ${ending}`;
  const what =
    /json|text/.test(type) && body.length <= mostShown
      ? bodyText(body, mostForAnswers)
      : `${type}, ${sizeText(body.length)}`;
  return `${status}  ${what === '' ? 'no body' : what}, ${durationText(endedAtMs)}${end}`;
}

/** Longest answer text, in characters; the end is cut, as most answers begin with the reply. */
const mostForAnswers = 90;
