import { leastMessage } from '../chat/probes.ts';
import { noCost } from '../core/budget.ts';
import { clause } from '../core/check.ts';
import { listVoices } from '../core/standard-probes.ts';
import type { Probe } from '../core/probe.ts';
import { hasDate, saysItsType, writesDatesAsHttpDoes } from '../expect/answer-fields.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isComplete } from '../expect/is-complete.ts';
import { isJson } from '../expect/is-json.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { hasNothingBehind, isFramedOneWay } from '../expect/wire/behind-the-body.ts';
import { bare, chatAs, free, readWhole, unknownPath, wholeVoices } from './probes.ts';

const twin = 'voices.list/needs-no-token';
const getUnknown: Probe = {
  name: 'get an unknown path',
  needs: [],
  costs: noCost,
  steps: [() => [bare('GET', unknownPath)]],
};
const wholeUnknown = free('an unknown path, read byte by byte', readWhole(bare('GET', unknownPath)));
/** Letters of one to four bytes, which a bot may well repeat. */
const wholeChat = chatAs('of many alphabets, read byte by byte', readWhole, {
  ...leastMessage,
  message: 'Please repeat: “é ü ñ – 漢字 – שלום – 👩‍👩‍👧”',
});

export const http = clause('4', 'transport.http', {
  says: 'Answers are HTTP messages (RFC 9110, RFC 9112)',
  also: ['9'],
  checks: {
    'bodies-are-whole': { level: 'MUST', probe: listVoices(), expect: [isComplete], fault: 'content-length-too-long' },
    // What breaks the grammar fails every check that it is an answer to; this one is for it alone.
    'answers-are-messages': {
      level: 'MUST',
      says: 'A response is a status line, fields, an empty line and a body, its lines ended by CR LF (RFC 9112 2.1)',
      probe: listVoices(),
      expect: [isComplete],
      fault: 'header-lines-end-in-lf',
    },
    'bodies-are-not-cut-short': {
      level: 'MUST',
      says: 'Content-Length is the length of the body (RFC 9110 8.6)',
      probe: wholeVoices,
      expect: [isJson, hasNothingBehind],
      fault: 'content-length-too-short',
    },
    'length-is-in-bytes': {
      level: 'MUST',
      says: 'Content-Length is the length of the body in octets (RFC 9110 8.6)',
      probe: wholeChat,
      expect: [isJson, hasNothingBehind, isFramedOneWay],
      fault: 'content-length-in-characters',
    },
    'refusals-are-framed-one-way': {
      level: 'MUST',
      says: 'A message never has both Content-Length and Transfer-Encoding (RFC 9112 6.2)',
      probe: wholeUnknown,
      expect: [isFramedOneWay, hasNothingBehind],
      fault: 'length-and-chunks',
    },
    'has-a-date': {
      level: 'SHOULD',
      says: 'An origin server with a clock sends Date (RFC 9110 6.6.1)',
      probe: listVoices(),
      expect: [hasDate],
      fault: 'date-missing',
    },
    'writes-dates-as-http-does': {
      level: 'HTTP',
      says: 'Dates are written as IMF-fixdate (RFC 9110 5.6.7)',
      probe: listVoices(),
      expect: [writesDatesAsHttpDoes],
      fault: 'date-iso',
    },
    'says-what-it-sends': {
      level: 'SHOULD',
      says: 'A message with content has Content-Type (RFC 9110 8.3)',
      probe: listVoices(),
      expect: [saysItsType],
      fault: 'voices-unlabelled',
    },
    'unknown-path-is-refused': {
      level: 'SHOULD',
      says: 'What is not there is answered with a 4xx (RFC 9110 15.5)',
      twin,
      probe: getUnknown,
      expect: [isRefusal],
      fault: 'unknown-path-as-200',
    },
    'unknown-path-is-refused-in-kind': {
      level: 'SHOULD',
      twin,
      probe: getUnknown,
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'unknown-path-html',
    },
  },
});
