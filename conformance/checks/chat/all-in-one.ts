import { chatCall, type Body } from '../../model/calls.ts';
import type { HeaderFields } from '../../model/exchange.ts';
import { placeholders, type Probe } from '../../model/probe.ts';
import { connectionClose, rawHead } from '../../http/raw-text.ts';
import type { CoveringProbe } from '../../model/check.ts';
import {
  combiningMarks,
  emoji,
  escapedBody,
  longText,
  loneSurrogates,
  nulMessage,
  rightToLeft,
  severalLines,
} from './texts.ts';

/**
 * Requests that combine what several checks send. A service that accepts the combined request passes these checks; only
 * where it is refused is each text sent by itself.
 */

/** The text as it stands between the quotation marks of a JSON string. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

const unusual: HeaderFields = [
  ['authorization', `Bearer   ${placeholders.token}`],
  ['content-type', 'Application/JSON; charset=utf-8'],
];

/** Valid texts and JSON, in every form of header and body that HTTP and 5.1 allow. */
const all: Probe = {
  name: 'chat of many letters in an unusual form',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [
    ({ bot }) => {
      // Letters of four bytes come first, at an odd offset, as in their own check.
      const body = escapedBody(escaped(['', emoji, severalLines, rightToLeft, combiningMarks].join(' ')));
      const call = chatCall('chat', bot, { raw: body }, { as: 'none', contentType: undefined, extra: unusual });
      const head = rawHead(call.method, call.path, [...unusual, ['Transfer-Encoding', 'chunked'], connectionClose]);
      const size = Buffer.byteLength(body).toString(16);
      const sends = [`${head}${size}\r\n${body}\r\n0\r\n\r\n`];
      return [{ ...call, unusual: { is: 'raw', bytes: { sends } } }];
    },
  ],
};

/** A chat with everything that may be refused for some reason, but never with a server error. */
const open = (operation: 'chat' | 'stream', messages: readonly string[]): Probe => {
  const last = `${messages.map(escaped).join(' ')} ${loneSurrogates.join(' ')}`;
  const body: Body = { raw: `\u{feff}{"message":"Hello!","message":"${last}"}` };
  return {
    name: `${operation} of what may be refused`,
    needs: ['token', 'bot'],
    costs: { chats: 1, speeches: 0 },
    steps: [({ bot }) => [chatCall(operation, bot, body)]],
  };
};

export const withinCombinedChat: CoveringProbe = { probe: all };
export const withinOpenChat: CoveringProbe = { probe: open('chat', [nulMessage]) };
export const withinOpenStream: CoveringProbe = { probe: open('stream', [nulMessage, longText]) };
