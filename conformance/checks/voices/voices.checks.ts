import { unknownToken } from '../../model/mutated-tokens.ts';
import { clause } from '../../model/check.ts';
import { listVoices } from '../../model/probes/standard-probes.ts';
import { carriesVoices, listsEachVoiceOnce, listsTheSixVoices } from '../../expectations/bodies/carries-voices.ts';
import { everyWholeSuccessOf } from '../../expectations/kinds.ts';
import { isLabelledJson } from '../../expectations/bodies/is-json.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { observedFields } from '../../expectations/bodies/observed.ts';

const wrongToken = listVoices('none', { authorization: `Bearer ${unknownToken}` });

export const voices = clause('4.4', 'voices.list', {
  requirement: 'GET /v1/audio/voices is public and answers with the voice list',
  also: ['1', '2.4', '5.2'],
  checks: {
    'needs-no-token': {
      title: 'Lists voices without a token',
      level: 'MUST',
      probe: listVoices(),
      expect: [isSuccess],
      fault: 'voices-need-token',
      alsoFinds: ['voices-by-post'],
    },
    // Not MUST: 5.2 says that no credentials are needed, but not what happens to wrong ones.
    'ignores-a-wrong-token': {
      title: 'Lists voices even with an unknown token',
      level: 'SHOULD',
      control: 'needs-no-token',
      probe: wrongToken,
      expect: [isSuccess],
      fault: 'voices-refuse-wrong-token',
    },
    // Browsers send such credentials by themselves to sites behind a password.
    'ignores-credentials-of-another-scheme': {
      title: 'Lists voices to a client that sends Basic credentials',
      level: 'SHOULD',
      control: 'needs-no-token',
      probe: listVoices('none', { authorization: 'Basic abc' }),
      expect: [isSuccess],
      fault: 'voices-refuse-another-scheme',
    },
    'is-an-object-with-voices': {
      title: 'Lists voices as an object with a voices array of strings',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('voices'),
      requirement: 'The voice list is an object whose voices are an array of string',
      probe: listVoices(),
      expect: [carriesVoices],
      fault: 'voices-bare-array',
      alsoFinds: ['voices-as-objects'],
    },
    'lists-the-six': {
      title: 'Lists alloy, echo, fable, onyx, nova and shimmer',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('voices'),
      requirement: 'The listing contains alloy, echo, fable, onyx, nova, shimmer',
      probe: listVoices(),
      expect: [listsTheSixVoices],
      fault: 'voice-shimmer-missing',
      alsoFinds: ['voices-filtered-by-any-query'],
    },
    'lists-the-six-to-a-caller': {
      title: 'Lists the six documented voices to a caller with a token too',
      level: 'MUST',
      requirement: 'The listing contains the six names, for every caller',
      probe: listVoices('token'),
      expect: [isSuccess, listsTheSixVoices],
      fault: 'voices-of-the-account-only',
    },
    // As a browser that holds an older list asks.
    'is-sent-for-another-copy': {
      title: 'Sends the voice list, not 304, when If-None-Match does not match',
      level: 'MUST',
      requirement: 'With an If-None-Match that fits nothing the list is sent as without it (RFC 9110 13.1.2)',
      control: 'needs-no-token',
      probe: listVoices('none', { extra: [['If-None-Match', '"no-such-copy-a7c2"']] }),
      expect: [isSuccess],
      fault: 'voices-unchanged-for-any-copy',
    },
    'lists-the-six-in-any-language': {
      title: 'Lists the six documented voices also for Accept-Language: de',
      level: 'MUST',
      requirement: 'The listing contains the six names, whichever language its caller prefers',
      control: 'needs-no-token',
      probe: listVoices('none', { extra: [['Accept-Language', 'de-DE,de;q=0.9']] }),
      expect: [isSuccess, listsTheSixVoices],
      fault: 'voices-by-language',
    },
    // Not MUST: the service decides which pages may read its answers (CORS), though this one needs no credentials.
    'needs-no-known-origin': {
      title: 'Lists voices to a page of another origin',
      level: 'SHOULD',
      control: 'needs-no-token',
      probe: listVoices('none', { extra: [['Origin', 'https://app.example']] }),
      expect: [isSuccess],
      fault: 'voices-refuse-origins',
    },
    'lists-each-once': {
      title: 'Lists each voice only once',
      level: 'SHOULD',
      ofEvery: everyWholeSuccessOf('voices'),
      probe: listVoices(),
      expect: [listsEachVoiceOnce],
      fault: 'voice-doubled',
    },
    'says-json': {
      title: 'Labels the voice list as JSON in Content-Type',
      level: 'MUST',
      ofEvery: everyWholeSuccessOf('voices'),
      requirement: 'All response bodies are JSON except the stream',
      probe: listVoices(),
      expect: [isLabelledJson],
      fault: 'voices-content-type-text',
    },
  },
  observations: {
    fields: {
      says: 'voices is an array of names; further fields are not excluded',
      probe: listVoices(),
      see: observedFields,
    },
  },
});
