import { endpoints } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import { listVoices } from '../../model/standard-probes.ts';
import { isBadRequest } from '../../expectations/statuses/has-status.ts';
import { isNoServerError, isRefusal } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses, isSuccess } from '../../expectations/statuses/is-success.ts';
import { from11On, ofCall, orCloses } from '../../expectations/judged-as.ts';
import { isSuccessOr411, isNoSuccess } from '../../expectations/statuses/is-no-success.ts';
import { statusSeen } from '../../expectations/bodies/observed.ts';
import { hasNoTransferCoding } from '../../expectations/wire/behind-the-body.ts';
import { heedsExpect } from '../../expectations/wire/heeds-expect.ts';
import {
  charset,
  otherCase,
  capitalNames,
  withoutAccept,
  chunked,
  expecting,
  absolute,
  http10,
  streamHttp10,
  withoutHost,
  largeHeader,
  hugeHeader,
  noRequest,
  cutWithin,
  wholeOfLonger,
} from './request-forms.ts';

const { path } = endpoints.voices;
const control = 'chat.request/accepts-least';
const voicesControl = 'voices.list/needs-no-token';
export const requests = clause('4', 'transport.requests', {
  requirement: 'Requests may take every form that HTTP allows (RFC 9110, RFC 9112)',
  also: ['4.2', '4.4'],
  checks: {
    'charset-is-accepted': {
      title: 'Accepts a chat as application/json; charset=utf-8',
      level: 'MUST',
      requirement: 'A media type may have parameters (RFC 9110 8.3.1)',
      control,
      probe: charset,
      expect: [isSuccess],
      fault: 'charset-parameter-415',
    },
    'media-type-in-other-case-is-accepted': {
      title: 'Accepts a chat as Application/JSON with capitals',
      level: 'HTTP',
      requirement: 'Media types are case-insensitive (RFC 9110 8.3.1)',
      control,
      probe: otherCase,
      expect: [isSuccess],
      fault: 'content-type-case-sensitive',
    },
    'header-names-in-other-case-are-accepted': {
      title: 'Accepts a chat with capitalized header names',
      level: 'MUST',
      requirement: 'Field names are case-insensitive (RFC 9110 5.1)',
      control,
      probe: capitalNames,
      expect: [isSuccess],
      fault: 'header-names-case-sensitive',
    },
    'missing-accept-is-any-type': {
      title: 'Serves chat and voice list without an Accept header',
      level: 'MUST',
      requirement: 'A request without Accept accepts any media type (RFC 9110 12.5.1)',
      control,
      probe: withoutAccept,
      expect: [areSuccesses],
      fault: 'missing-accept-406',
    },
    'query-is-ignored': {
      title: 'Ignores an unknown query parameter on the voice list',
      level: 'SHOULD',
      requirement: 'A query that an operation does not know changes nothing',
      control: voicesControl,
      probe: listVoices('none', { path: `${path}?from=assay` }),
      expect: [isSuccess],
      fault: 'query-breaks-the-route',
    },
    'chunked-body-is-accepted': {
      title: 'Accepts a chat with Transfer-Encoding: chunked, or answers 411',
      level: 'MUST',
      requirement:
        'Every recipient can read chunks (RFC 9112 7.1); a service that wants a length says 411 (RFC 9110 15.5.12)',
      control,
      probe: chunked,
      expect: [from11On(isSuccessOr411)],
      fault: 'chunked-body-ignored',
    },
    'expect-100-continue-is-heeded': {
      title: 'Answers Expect: 100-continue without waiting for the body',
      level: 'HTTP',
      requirement: 'Expect: 100-continue is answered at once, with 100 or a final status (RFC 9110 10.1.1)',
      control,
      probe: expecting,
      expect: [heedsExpect],
      fault: 'expect-ignored',
      doneBy: ['Undertow 2.3.17: no 100 before the body has come'],
    },
    'absolute-form-is-accepted': {
      title: 'Accepts a full URL as request target',
      level: 'HTTP',
      requirement: 'A server accepts the absolute form of a request target (RFC 9112 3.2.2)',
      control: voicesControl,
      probe: absolute,
      expect: [from11On(isSuccess)],
      fault: 'absolute-form-unknown',
      doneBy: ['uvicorn 0.54.0 with h11 0.16.0: 404', 'hypercorn 0.18.0: 404', 'Tornado 6.6.1: 404'],
    },
    'http-1.0-gets-no-chunks': {
      title: 'Sends the voice list to HTTP/1.0 without chunked encoding',
      level: 'HTTP',
      requirement: 'Nothing is sent in chunks to HTTP/1.0 (RFC 9112 6.1)',
      control: voicesControl,
      probe: http10,
      expect: [hasNoTransferCoding],
      fault: 'http-1.0-gets-chunks',
    },
    'http-1.0-gets-a-stream-without-chunks': {
      title: 'Sends a stream to HTTP/1.0 without chunked encoding',
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
      title: 'Answers an HTTP/1.1 request without Host with 400',
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
      title: '8 KiB of request headers cause no 5xx',
      level: 'HTTP',
      requirement: 'A header that is too large is the client’s mistake (RFC 9110 5.4, RFC 6585 5)',
      control: voicesControl,
      probe: largeHeader,
      expect: [orCloses(isNoServerError)],
      fault: 'large-header-500',
    },
    'huge-header-is-no-server-error': {
      title: '64 KiB of request headers cause no 5xx',
      level: 'HTTP',
      requirement: 'A header that is too large is the client’s mistake (RFC 9110 5.4, RFC 6585 5)',
      control: voicesControl,
      probe: hugeHeader,
      expect: [orCloses(isNoServerError)],
      fault: 'huge-header-500',
    },
    'no-request-line-is-refused': {
      title: 'Answers an invalid request line with a 4xx, or closes the connection',
      level: 'SHOULD',
      requirement: 'An invalid request line is answered with 400 (RFC 9112 3)',
      control: voicesControl,
      probe: noRequest,
      expect: [ofCall(0, orCloses(isRefusal))],
      fault: 'malformed-line-500',
    },
    'no-request-line-does-no-harm': {
      title: 'Serves the next request after an invalid request line',
      level: 'MUST',
      requirement: 'What one client sends does not keep the next one from its answer',
      probe: noRequest,
      expect: [isSuccess],
      fault: 'malformed-line-upsets-all',
    },
    'broken-off-body-is-not-taken': {
      title: 'Does not accept a chat whose body ends inside its JSON',
      level: 'MUST',
      requirement: 'A request whose body breaks off is incomplete, and not acted upon (RFC 9112 8)',
      control,
      probe: cutWithin,
      expect: [ofCall(0, orCloses(isNoSuccess))],
      fault: 'truncated-body-repaired',
    },
    // What a client sends that breaks off is not JSON any more: only a length that lies leaves it whole.
    'whole-json-of-a-longer-body-is-not-taken': {
      title: 'Does not accept a chat whose body is shorter than Content-Length',
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
      title: 'Serves the next request after a chat body that breaks off',
      level: 'MUST',
      requirement: 'What one client sends does not keep the next one from its answer',
      probe: cutWithin,
      expect: [isSuccess],
      fault: 'truncated-body-upsets-all',
    },
  },
  observations: {
    'http-1.0-status': { says: 'The status of a request in HTTP/1.0: not specified', probe: http10, see: statusSeen },
    'huge-header-status': {
      says: 'The status of a request with a very large header: not specified',
      probe: hugeHeader,
      see: statusSeen,
    },
    'trailing-slash': {
      says: 'The status of the voice list path with a trailing slash: not specified',
      probe: listVoices('none', { path: `${path}/` }),
      see: statusSeen,
    },
    'double-slash': {
      says: 'The status of the voice list path with a doubled slash: not specified',
      probe: listVoices('none', { path: path.replace('/audio', '//audio') }),
      see: statusSeen,
    },
    'escaped-path': {
      says: 'The status of the voice list path with an escaped letter: not specified',
      probe: listVoices('none', { path: path.replace('audio', '%61udio') }),
      see: statusSeen,
    },
  },
});
