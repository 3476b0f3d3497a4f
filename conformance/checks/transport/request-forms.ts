import { wasUnreachedAtFirst } from '../../expectations/statuses/is-reached-at-once.ts';
import { chat, minimalMessage } from '../chat/probes.ts';
import { endpoints } from '../../contract/limits.ts';
import { bearerValue, chatCall, voicesCall } from '../../model/calls.ts';
import { withoutHeader } from '../../model/exchange.ts';
import { repeatAloneIf, type Call, type Probe } from '../../model/probe.ts';
import { connectionClose, rawHead, rawPlaceholders } from '../../http/raw-text.ts';
import { bodyTextOf, chatInForm, freeProbe, rawHeadOf, contentLengthField, voicesInForm, asRawCall } from './probes.ts';

const { method, path } = endpoints.voices;
const { origin, host, base, fields } = rawPlaceholders;

export const chatWithCharset = chat(undefined, { contentType: 'application/json; charset=utf-8' });
export const chatInOtherTypeCase = chat(undefined, { contentType: 'Application/JSON' });
/**
 * Field names as HTTP/2, browsers and the fetch of Node write them: other requests of a run write them as the document
 * does.
 */
export const chatWithLowerCaseNames = chat(undefined, {
  as: 'none',
  contentType: undefined,
  extra: [
    ['authorization', bearerValue('token')],
    ['content-type', 'application/json'],
  ],
});

const sayingNoAccept = (call: Call): Call => ({ ...call, headers: withoutHeader(call.headers, 'accept') });
export const chatWithoutAccept = chatInForm(
  'without Accept, then voices',
  sayingNoAccept,
  undefined,
  sayingNoAccept(voicesCall()),
);

/** The body in two chunks (RFC 9112 7.1). */
function inChunks(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const parts = [bytes.subarray(0, 7), bytes.subarray(7)];
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part.toString('utf8')}\r\n`).join('')}0\r\n\r\n`;
}

export const chunkedChat = chatInForm('in chunks', (call) =>
  asRawCall(call, {
    sends: [rawHeadOf(call, ['Transfer-Encoding', 'chunked'], connectionClose) + inChunks(bodyTextOf(call))],
  }),
);
export const chatExpectingContinue = chatInForm('that expects 100-continue', (call) =>
  asRawCall(call, {
    sends: [rawHeadOf(call, contentLengthField(call), ['Expect', '100-continue'], connectionClose), bodyTextOf(call)],
  }),
);

export const voicesByAbsoluteUrl = voicesInForm('by its whole URL', {
  sends: [rawHead(method, path, [connectionClose]).replace(base, () => origin + base)],
});
export const voicesInHttp10 = voicesInForm('in HTTP/1.0', { sends: [rawHead(method, path, [], '1.0')] });
export const streamInHttp10: Probe = {
  name: 'stream in HTTP/1.0',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [
    ({ bot }) => {
      const call = chatCall('stream', bot, minimalMessage);
      const head = rawHeadOf(call, contentLengthField(call)).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n');
      return [asRawCall(call, { sends: [head + bodyTextOf(call)] })];
    },
  ],
};
export const voicesWithoutHost = voicesInForm('without Host', {
  sends: [`${method} ${base}${path} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`],
});

function withHeaderOf(bytes: number): Probe {
  const sends = [rawHead(method, path, [['X-Padding', 'x'.repeat(bytes)], connectionClose])];
  return voicesInForm(`with ${bytes / 1024} KiB of header`, { sends }, { judges: { noResponse: 'closing' } });
}
export const voicesWithLargeHeader = withHeaderOf(8 * 1024);
export const voicesWithHugeHeader = withHeaderOf(64 * 1024);

/** Sends the next request before a service that crashed at this one can have been restarted. */
const directlyBehind = { pace: 'aloneThroughout', again: repeatAloneIf(wasUnreachedAtFirst) } as const;

/** Bytes that no reader can take for a request, which need no response, and then a usual request. */
export const garbageThenVoices: Probe = {
  ...freeProbe(
    'bytes that are no request, then voices',
    asRawCall(voicesCall({ judges: { noResponse: 'any' } }), {
      sends: [`THIS IS NO REQUEST LINE\r\nHost: ${host}\r\n\r\n`],
    }),
    voicesCall(),
  ),
  ...directlyBehind,
};

/** A body with fewer bytes than its length announces, after which nothing more comes; and then a usual request. */
const breakingOff = (form: string, missingOf: (body: string) => string, moreBytes = 0): Probe => ({
  ...chatInForm(
    `${form}, then voices`,
    (call): Call => ({
      ...asRawCall(call, {
        sends: [rawHeadOf(call, contentLengthField(call, moreBytes), connectionClose) + missingOf(bodyTextOf(call))],
        halfCloses: true,
      }),
      judges: { noResponse: 'any' },
    }),
    undefined,
    voicesCall(),
  ),
  ...directlyBehind,
});
export const chatCutWithinJson = breakingOff('that breaks off within its JSON', (body) => body.slice(0, -4));
export const chatShorterThanAnnounced = breakingOff(
  'whose JSON is whole, and of which more was announced',
  (body) => body,
  20,
);
