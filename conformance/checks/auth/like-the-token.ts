import { chat, stream } from '../chat/probes.ts';
import { speak } from '../speech/probes.ts';
import { mutatedTokens } from '../../model/mutated-tokens.ts';
import { placeholders } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';

const refused = [isRefusal, hasErrorEnvelope];
const control = 'chat.request/accepts-least';

/** A chat with another token, or with none that is one. */
export const presenting = (token: string) => chat(undefined, { authorization: `Bearer ${token}` });
const nothing = { authorization: 'Bearer ' } as const;

/** What holds the token and more that a token may hold (RFC 6750 2.1), and what holds nothing of it. */
export const likeTheToken = {
  'with-something-before-it-is-refused': {
    title: 'Rejects a chat with a letter before the token',
    level: 'MUST',
    control,
    probe: presenting(`x${placeholders.token}`),
    expect: refused,
    fault: 'auth-token-end-enough',
  },
  'with-a-slash-behind-it-is-refused': {
    title: 'Rejects a chat with a slash and a letter appended to the token',
    level: 'MUST',
    control,
    probe: presenting(`${placeholders.token}/x`),
    expect: refused,
    fault: 'auth-token-read-to-a-slash',
  },
  // Not MUST: a token may be base64, and what decodes it may take more padding than there has to be.
  'with-padding-behind-it-is-refused': {
    title: 'Rejects a chat with = appended to the token',
    level: 'SHOULD',
    control,
    probe: presenting(`${placeholders.token}=`),
    expect: refused,
    fault: 'auth-token-padding-stripped',
  },
  'empty-one-is-refused-by-chat': {
    title: 'Rejects a chat with an empty Bearer token',
    level: 'MUST',
    control,
    probe: chat(undefined, nothing),
    expect: refused,
    fault: 'auth-empty-token-accepted-chat',
  },
  'empty-one-is-refused-by-stream': {
    title: 'Rejects a stream with an empty Bearer token',
    level: 'MUST',
    control: 'stream.response/succeeds',
    probe: stream(undefined, nothing),
    expect: refused,
    fault: 'auth-empty-token-accepted-stream',
  },
  // Each operation may look a token up by code of its own.
  'with-another-last-character-is-refused-by-stream': {
    title: 'Rejects a stream with the last character of the token changed',
    level: 'MUST',
    control: 'stream.response/succeeds',
    probe: stream(undefined, { authorization: `Bearer ${mutatedTokens.endChanged}` }),
    expect: refused,
    fault: 'auth-token-last-character-ignored-by-stream',
  },
  'in-other-case-is-refused-by-speech': {
    title: 'Rejects a speech request with the letter case of the token swapped',
    level: 'MUST',
    requirement:
      'The token in Authorization: Bearer <ACCESS_TOKEN> is case-sensitive: in swapped letter case it is another token',
    control: 'speech.request/accepts-least',
    // What stands in front may put a token that its connection has seen in the place of this one.
    probe: speak({}, { authorization: `Bearer ${mutatedTokens.swapped}`, goes: 'onNewConnection' }),
    expect: refused,
    fault: 'auth-token-case-folded-by-speech',
  },
} as const;
