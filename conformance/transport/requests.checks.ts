import { chat, leastMessage } from '../chat/probes.ts';
import { endpoints } from '../contract/limits.ts';
import { bearerValue, chatCall, voicesCall } from '../core/calls.ts';
import { clause } from '../core/check.ts';
import type { Call, Probe } from '../core/probe.ts';
import { closing, rawHead, rawPlaceholders } from '../core/wire/raw-text.ts';
import { listVoices } from '../core/standard-probes.ts';
import { isBadRequest } from '../expect/has-status.ts';
import { isNoServerError, isRefusal } from '../expect/is-refusal.ts';
import { areSuccesses, isSuccess } from '../expect/is-success.ts';
import { from11On, ofCall, orCloses } from '../expect/judged-as.ts';
import { isSuccessOr411, isNoSuccess } from '../expect/is-no-success.ts';
import { statusSeen } from '../expect/observed.ts';
import { hasNoTransferCoding } from '../expect/wire/behind-the-body.ts';
import { heedsExpect } from '../expect/wire/heeds-expect.ts';
import { bodyOf, chatAs, free, headOf, lengthOf, voicesAs, withRaw } from './probes.ts';

const control = 'chat.request/accepts-least';
const voicesControl = 'voices.list/needs-no-token';
const { method, path } = endpoints.voices;
const { origin, host, base, fields } = rawPlaceholders;

const charset = chat(undefined, { contentType: 'application/json; charset=utf-8' });
const otherCase = chat(undefined, { contentType: 'Application/JSON' });
/** As curl, Go and Python write them: other requests of a run have them in small letters, as HTTP/2 does. */
const capitalNames = chat(undefined, {
  as: 'none',
  contentType: undefined,
  extra: [
    ['Authorization', bearerValue('token')],
    ['Content-Type', 'application/json'],
  ],
});

const withoutField = (wanted: string, call: Call): Call => ({
  ...call,
  headers: call.headers.filter(([name]) => name !== wanted),
});
const withoutAccept = chatAs(
  'without Accept, then voices',
  (call) => withoutField('accept', call),
  undefined,
  withoutField('accept', voicesCall()),
);

/** The body in two chunks (RFC 9112 7.1). */
function inChunks(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const parts = [bytes.subarray(0, 7), bytes.subarray(7)];
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part.toString('utf8')}\r\n`).join('')}0\r\n\r\n`;
}

const chunked = chatAs('in chunks', (call) =>
  withRaw(call, { sends: [headOf(call, ['Transfer-Encoding', 'chunked'], closing) + inChunks(bodyOf(call))] }),
);
const expecting = chatAs('that expects 100-continue', (call) =>
  withRaw(call, { sends: [headOf(call, lengthOf(call), ['Expect', '100-continue'], closing), bodyOf(call)] }),
);

const absolute = voicesAs('by its whole URL', {
  sends: [rawHead(method, path, [closing]).replace(base, () => origin + base)],
});
const http10 = voicesAs('in HTTP/1.0', { sends: [rawHead(method, path, [], '1.0')] });
const streamHttp10: Probe = {
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
const withoutHost = voicesAs('without Host', {
  sends: [`${method} ${base}${path} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`],
});

function withHeaderOf(bytes: number): Probe {
  const sends = [rawHead(method, path, [['X-Padding', 'x'.repeat(bytes)], closing])];
  return voicesAs(`with ${bytes / 1024} KiB of header`, { sends }, { noResponse: 'closing' });
}
const largeHeader = withHeaderOf(8 * 1024);
const hugeHeader = withHeaderOf(64 * 1024);

/** What no reader can take for a request, and need not answer, and then one as usual. */
const noRequest = free(
  'bytes that are no request, then voices',
  withRaw(voicesCall({ noResponse: 'any' }), { sends: [`THIS IS NO REQUEST LINE\r\nHost: ${host}\r\n\r\n`] }),
  voicesCall(),
);

/** Less of the body comes than its length says, then nothing more; and one request as usual. */
const breakingOff = (form: string, missingOf: (body: string) => string, moreBytes = 0): Probe =>
  chatAs(
    `${form}, then voices`,
    (call): Call => ({
      ...withRaw(call, {
        sends: [headOf(call, lengthOf(call, moreBytes), closing) + missingOf(bodyOf(call))],
        halfCloses: true,
      }),
      noResponse: 'any',
    }),
    undefined,
    voicesCall(),
  );
const cutWithin = breakingOff('that breaks off within its JSON', (body) => body.slice(0, -4));
const wholeOfLonger = breakingOff('whose JSON is whole, and of which more was announced', (body) => body, 20);

export const requests = clause('4', 'transport.requests', {
  requirement: 'Requests may take every form that HTTP gives them (RFC 9110, RFC 9112)',
  also: ['4.2', '4.4'],
  checks: {
    'charset-is-accepted': {
      level: 'MUST',
      requirement: 'A media type may have parameters (RFC 9110 8.3.1)',
      control,
      probe: charset,
      expect: [isSuccess],
      fault: 'charset-parameter-415',
    },
    'media-type-in-other-case-is-accepted': {
      level: 'HTTP',
      requirement: 'Media types are case-insensitive (RFC 9110 8.3.1)',
      control,
      probe: otherCase,
      expect: [isSuccess],
      fault: 'content-type-case-sensitive',
    },
    'header-names-in-other-case-are-accepted': {
      level: 'MUST',
      requirement: 'Field names are case-insensitive (RFC 9110 5.1)',
      control,
      probe: capitalNames,
      expect: [isSuccess],
      fault: 'header-names-case-sensitive',
    },
    'missing-accept-is-any-type': {
      level: 'MUST',
      requirement: 'A request without Accept takes any media type (RFC 9110 12.5.1)',
      control,
      probe: withoutAccept,
      expect: [areSuccesses],
      fault: 'missing-accept-406',
    },
    'query-is-ignored': {
      level: 'SHOULD',
      requirement: 'A query that an operation does not know changes nothing',
      control: voicesControl,
      probe: listVoices('none', { path: `${path}?from=assay` }),
      expect: [isSuccess],
      fault: 'query-breaks-the-route',
    },
    'chunked-body-is-accepted': {
      level: 'MUST',
      requirement:
        'Every recipient can read chunks (RFC 9112 7.1); a service that wants a length says 411 (RFC 9110 15.5.12)',
      control,
      probe: chunked,
      expect: [from11On(isSuccessOr411)],
      fault: 'chunked-body-ignored',
    },
    'expect-100-continue-is-heeded': {
      level: 'HTTP',
      requirement: 'Expect: 100-continue is answered at once, with 100 or a final status (RFC 9110 10.1.1)',
      control,
      probe: expecting,
      expect: [heedsExpect],
      fault: 'expect-ignored',
      doneBy: ['Undertow 2.3.17: no 100 before the body has come'],
    },
    'absolute-form-is-accepted': {
      level: 'HTTP',
      requirement: 'A server takes the absolute form of a request target (RFC 9112 3.2.2)',
      control: voicesControl,
      probe: absolute,
      expect: [from11On(isSuccess)],
      fault: 'absolute-form-unknown',
      doneBy: ['uvicorn 0.54.0 with h11 0.16.0: 404', 'hypercorn 0.18.0: 404', 'Tornado 6.6.1: 404'],
    },
    'http-1.0-gets-no-chunks': {
      level: 'HTTP',
      requirement: 'Nothing is sent in chunks to HTTP/1.0 (RFC 9112 6.1)',
      control: voicesControl,
      probe: http10,
      expect: [hasNoTransferCoding],
      fault: 'http-1.0-gets-chunks',
    },
    'http-1.0-gets-a-stream-without-chunks': {
      level: 'HTTP',
      requirement: 'Nothing is sent in chunks to HTTP/1.0 (RFC 9112 6.1)',
      control: 'stream.response/succeeds',
      probe: streamHttp10,
      expect: [hasNoTransferCoding],
      fault: 'http-1.0-gets-a-chunked-stream',
      doneBy: [
        'uvicorn 0.54.0 with httptools 0.9.0: a chunked stream',
        'Werkzeug 3.1.9 (development server): a chunked stream',
      ],
    },
    'missing-host-is-400': {
      level: 'HTTP',
      requirement: 'A request of HTTP/1.1 without Host is answered with 400 (RFC 9112 3.2)',
      control: voicesControl,
      probe: withoutHost,
      expect: [from11On(isBadRequest)],
      fault: 'missing-host-accepted',
      doneBy: [
        'uvicorn 0.54.0 with httptools 0.9.0: 200',
        'granian 2.8.7: 200',
        'axum 0.8.9 on hyper 1.12: 200',
        'com.sun.net.httpserver of JDK 17.0.15: 200',
        'gunicorn 27.0.1: 200',
        'Werkzeug 3.1.9 (development server): 200',
      ],
    },
    'large-header-is-no-server-error': {
      level: 'HTTP',
      requirement: 'A header that is too large is the client’s mistake (RFC 9110 5.4, RFC 6585 5)',
      control: voicesControl,
      probe: largeHeader,
      expect: [orCloses(isNoServerError)],
      fault: 'large-header-500',
    },
    'huge-header-is-no-server-error': {
      level: 'HTTP',
      requirement: 'A header that is too large is the client’s mistake (RFC 9110 5.4, RFC 6585 5)',
      control: voicesControl,
      probe: hugeHeader,
      expect: [orCloses(isNoServerError)],
      fault: 'huge-header-500',
    },
    'no-request-line-is-refused': {
      level: 'SHOULD',
      requirement: 'An invalid request line is answered with 400 (RFC 9112 3)',
      control: voicesControl,
      probe: noRequest,
      expect: [ofCall(0, orCloses(isRefusal))],
      fault: 'malformed-line-500',
    },
    'no-request-line-does-no-harm': {
      level: 'MUST',
      requirement: 'What one client sends does not keep the next one from its answer',
      probe: noRequest,
      expect: [isSuccess],
      fault: 'malformed-line-upsets-all',
    },
    'broken-off-body-is-not-taken': {
      level: 'MUST',
      requirement: 'A request whose body breaks off is incomplete, and not acted upon (RFC 9112 8)',
      control,
      probe: cutWithin,
      expect: [ofCall(0, orCloses(isNoSuccess))],
      fault: 'truncated-body-repaired',
    },
    // What a client sends that breaks off is no JSON any more: only a length that lies leaves it whole.
    'whole-json-of-a-longer-body-is-not-taken': {
      level: 'HTTP',
      requirement: 'A request whose body is shorter than its Content-Length is incomplete (RFC 9112 8)',
      control,
      probe: wholeOfLonger,
      expect: [ofCall(0, orCloses(isNoSuccess))],
      fault: 'truncated-body-taken',
      doneBy: [
        'gunicorn 27.0.1: hands on what came, however much was announced',
        'Spring Boot 3.3.4 on Tomcat: Jackson reads no further than the JSON',
      ],
    },
    'broken-off-body-does-no-harm': {
      level: 'MUST',
      requirement: 'What one client sends does not keep the next one from its answer',
      probe: cutWithin,
      expect: [isSuccess],
      fault: 'truncated-body-upsets-all',
    },
  },
  observations: {
    'http-1.0-status': { says: 'Success status codes for all endpoints: not shown', probe: http10, see: statusSeen },
    'huge-header-status': {
      says: 'Rate limits, maximum text or message sizes, and session lifetime: not shown',
      probe: hugeHeader,
      see: statusSeen,
    },
    'trailing-slash': {
      says: 'All paths are under the prefix /v1',
      probe: listVoices('none', { path: `${path}/` }),
      see: statusSeen,
    },
    'double-slash': {
      says: 'All paths are under the prefix /v1',
      probe: listVoices('none', { path: path.replace('/audio', '//audio') }),
      see: statusSeen,
    },
    'escaped-path': {
      says: 'All paths are under the prefix /v1',
      probe: listVoices('none', { path: path.replace('audio', '%61udio') }),
      see: statusSeen,
    },
  },
});
