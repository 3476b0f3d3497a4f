import { wasNotReached } from '../../expectations/statuses/is-reached-at-once.ts';
import { chat, leastMessage } from '../chat/probes.ts';
import { endpoints } from '../../contract/limits.ts';
import { bearerValue, chatCall, voicesCall } from '../../model/calls.ts';
import { withoutHeader } from '../../model/exchange.ts';
import { byItselfIf, type Call, type Probe } from '../../model/probe.ts';
import { closing, rawHead, rawPlaceholders } from '../../http/raw-text.ts';
import { bodyOf, chatAs, free, headOf, lengthOf, voicesAs, withRaw } from './probes.ts';

const { method, path } = endpoints.voices;
const { origin, host, base, fields } = rawPlaceholders;

export const charset = chat(undefined, { contentType: 'application/json; charset=utf-8' });
export const otherCase = chat(undefined, { contentType: 'Application/JSON' });
/**
 * Field names as HTTP/2, browsers and the fetch of Node write them: other requests of a run write them as the document
 * does.
 */
export const lowerCaseNames = chat(undefined, {
  as: 'none',
  contentType: undefined,
  extra: [
    ['authorization', bearerValue('token')],
    ['content-type', 'application/json'],
  ],
});

const sayingNoAccept = (call: Call): Call => ({ ...call, headers: withoutHeader(call.headers, 'accept') });
export const withoutAccept = chatAs(
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

export const chunked = chatAs('in chunks', (call) =>
  withRaw(call, { sends: [headOf(call, ['Transfer-Encoding', 'chunked'], closing) + inChunks(bodyOf(call))] }),
);
export const expecting = chatAs('that expects 100-continue', (call) =>
  withRaw(call, { sends: [headOf(call, lengthOf(call), ['Expect', '100-continue'], closing), bodyOf(call)] }),
);

export const absolute = voicesAs('by its whole URL', {
  sends: [rawHead(method, path, [closing]).replace(base, () => origin + base)],
});
export const http10 = voicesAs('in HTTP/1.0', { sends: [rawHead(method, path, [], '1.0')] });
export const streamHttp10: Probe = {
  name: 'stream in HTTP/1.0',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [
    ({ bot }) => {
      const call = chatCall('stream', bot, leastMessage);
      const head = headOf(call, lengthOf(call)).replace(' HTTP/1.1\r\n', ' HTTP/1.0\r\n');
      return [withRaw(call, { sends: [head + bodyOf(call)] })];
    },
  ],
};
export const withoutHost = voicesAs('without Host', {
  sends: [`${method} ${base}${path} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`],
});

function withHeaderOf(bytes: number): Probe {
  const sends = [rawHead(method, path, [['X-Padding', 'x'.repeat(bytes)], closing])];
  return voicesAs(`with ${bytes / 1024} KiB of header`, { sends }, { judges: { noResponse: 'closing' } });
}
export const largeHeader = withHeaderOf(8 * 1024);
export const hugeHeader = withHeaderOf(64 * 1024);

/** Sends the next request before a service that crashed at this one can have been restarted. */
const directlyBehind = { pace: 'aloneThroughout', again: byItselfIf(wasNotReached) } as const;

/** Bytes that no reader can take for a request, which need no response, and then a usual request. */
export const noRequest: Probe = {
  ...free(
    'bytes that are no request, then voices',
    withRaw(voicesCall({ judges: { noResponse: 'any' } }), {
      sends: [`THIS IS NO REQUEST LINE\r\nHost: ${host}\r\n\r\n`],
    }),
    voicesCall(),
  ),
  ...directlyBehind,
};

/** A body with fewer bytes than its length announces, after which nothing more comes; and then a usual request. */
const breakingOff = (form: string, missingOf: (body: string) => string, moreBytes = 0): Probe => ({
  ...chatAs(
    `${form}, then voices`,
    (call): Call => ({
      ...withRaw(call, {
        sends: [headOf(call, lengthOf(call, moreBytes), closing) + missingOf(bodyOf(call))],
        halfCloses: true,
      }),
      judges: { noResponse: 'any' },
    }),
    undefined,
    voicesCall(),
  ),
  ...directlyBehind,
});
export const cutWithin = breakingOff('that breaks off within its JSON', (body) => body.slice(0, -4));
export const wholeOfLonger = breakingOff('whose JSON is whole, and of which more was announced', (body) => body, 20);
