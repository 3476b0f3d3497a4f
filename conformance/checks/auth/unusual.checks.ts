import { unknownToken } from '../../model/mutated-tokens.ts';
import { chat, minimalMessage } from '../chat/probes.ts';
import { chatCall, speechCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import { withoutHeader, type HeaderFields } from '../../model/exchange.ts';
import type { StepInputs, Probe } from '../../model/probe.ts';
import { rawHead } from '../../http/raw-text.ts';
import { sinceHttp11 } from '../../expectations/judged-as.ts';
import { areNotServed, isNotServed } from '../../expectations/bodies/is-not-served.ts';
import { areNoServerErrors, isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { bodyTextOf, asChunkedCall, contentLengthField, asRawCall } from '../transport/probes.ts';

const asked = speechCall({ text: 'Hello!', voice: 'alloy' }, { as: 'none' });

/**
 * Fields by which a proxy may identify a user, and forms that take another path through a server. None of them is a
 * token. They are sent together, since each alone would be refused in the same way.
 */
const trusted: HeaderFields = [
  ['Origin', 'http://localhost'],
  ['Referer', 'http://localhost/'],
  ['Forwarded', 'for=127.0.0.1'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-User-Id', '1'],
  ['X-Workspace-Id', '1'],
  ['X-Forwarded-User', 'admin'],
  ['Expect', '100-continue'],
];

/**
 * Fields that may make a server handle another request in place of this one, which hides the effect of all other
 * fields.
 */
const rerouting: HeaderFields = [
  ['X-Original-URL', '/v1/audio/voices'],
  ['X-Rewrite-URL', '/v1/audio/voices'],
];

/** True where no answer is a refusal for the missing token: the speech may have become another request. */
const isPerhapsRerouted = ({ seen }: StepInputs): boolean =>
  !seen.some(({ response }) => response.is === 'answer' && [401, 403].includes(response.status));

const asByAProxy: Probe = {
  name: 'speech without a token, in chunks, with fields that a proxy may set',
  needs: [],
  costs: { chats: 0, speeches: 2 },
  isCases: true,
  steps: [
    () => [asChunkedCall(asked, [...trusted, ...rerouting])],
    (known) => (isPerhapsRerouted(known) ? [asChunkedCall(asked, trusted)] : []),
  ],
};

const inHttp10: Probe = {
  name: 'speech without a token, in HTTP/1.0',
  needs: [],
  costs: { chats: 0, speeches: 1 },
  steps: [
    () => {
      const { method, path, headers } = asked;
      const own = withoutHeader(headers, 'accept');
      return [
        asRawCall(asked, {
          sends: [rawHead(method, path, [...own, contentLengthField(asked)], '1.0') + bodyTextOf(asked)],
        }),
      ];
    },
  ],
};

/** Longer than a buffer of 32 KiB: other code may read the rest of such a body. */
const inALongBody = chat({ message: 'Hello! '.repeat(5_000) }, { as: 'none' });

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An unsigned token (RFC 7519 6.1) of a user that may exist, longer than a database column for tokens. */
const unsigned = [
  base64url({ alg: 'none', typ: 'JWT' }),
  base64url({ sub: '1', iat: 1_700_000_000, exp: 4_000_000_000, about: 'x'.repeat(900) }),
  '',
].join('.');

const presented = [
  ['chat', 'Bearer %'],
  ['stream', `Bearer ${unsigned}`],
  ['chat', "Bearer ' or '1'='1"],
  ['stream', `BEARER ${unknownToken}`],
  // A name that every plain object inherits.
  ['chat', 'Bearer constructor'],
] as const;

const guesses: Probe = {
  name: 'chats and streams with tokens that match any in a careless search',
  needs: ['bot'],
  isCases: true,
  costs: { chats: presented.length, speeches: 0 },
  steps: [
    ({ bot }) =>
      presented.map(([operation, authorization]) => chatCall(operation, bot, minimalMessage, { authorization })),
  ],
};

const speechControl = 'speech.request/accepts-least';
const chatControl = 'chat.request/accepts-least';

export const unusual = clause('5.1', 'auth.unusual', {
  requirement: 'Chat and speech are called with the Bearer header, however else the request is made',
  also: ['4.2', '4.3', '4.5', '5.3'],
  absence: 'access',
  checks: {
    'no-other-header-is-enough': {
      title: 'No proxy, user or Origin header, Expect or chunked body bypasses the token',
      level: 'MUST',
      control: speechControl,
      probe: asByAProxy,
      expect: [areNotServed, sinceHttp11(areNoServerErrors)],
      fault: 'auth-skipped-from-the-own-host',
      alsoFinds: [
        'auth-skipped-for-a-user-id',
        'auth-skipped-with-an-origin',
        'auth-skipped-in-chunks',
        'auth-skipped-by-expect',
        'auth-skipped-by-the-original-url',
        'auth-skipped-for-a-forwarded-user',
      ],
    },
    // `isNoServerError` is missing here, since a service may refuse HTTP/1.0 with 505.
    'HTTP-1.0-is-not-enough': {
      title: 'Serves no speech without a token over HTTP/1.0',
      level: 'MUST',
      control: speechControl,
      probe: inHttp10,
      expect: [isNotServed],
      fault: 'auth-skipped-in-http-1.0',
    },
    'long-body-is-not-enough': {
      title: 'Serves no chat without a token whose message has 35,000 characters',
      level: 'MUST',
      control: chatControl,
      probe: inALongBody,
      expect: [isNotServed, isNoServerError],
      fault: 'auth-skipped-by-a-long-body',
    },
    'guesses-are-not-enough': {
      title: 'Serves no chat with a wildcard, SQL, "constructor" or an unsigned JWT as token',
      level: 'MUST',
      requirement: 'The token is the caller’s own, and a pattern or a claim that anybody can write is none',
      control: chatControl,
      probe: guesses,
      expect: [areNotServed, areNoServerErrors],
      fault: 'auth-token-unsigned',
      alsoFinds: [
        'auth-token-like',
        'auth-token-in-sql',
        'auth-any-token-in-capitals',
        'auth-token-of-an-inherited-name',
        'auth-token-of-an-inherited-name-500',
      ],
    },
  },
});
