import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { carriesSpeech } from './audio/carries-speech.ts';
import { carriesSessionId } from './bodies/carries-session-id.ts';
import { carriesVoices, listsEachVoiceOnce, listsTheSixVoices } from './bodies/carries-voices.ts';
import { hasErrorEnvelope } from './bodies/has-error-envelope.ts';
import { isJson, saysJson } from './bodies/is-json.ts';
import { areSuccesses, isSuccess } from './statuses/is-success.ts';
import { answered, unanswered } from './sample-exchange.testing.ts';

describe('an answer in a message', () => {
  const shown = (parts: Parameters<typeof answered>[0]) => isSuccess([answered({ status: 500, ...parts })]);
  it('is shown with its coding undone, or as it came where that cannot be', () => {
    const headers = [['content-encoding', 'gzip']] as const;
    expect(shown({ headers, body: gzipSync('Oops') })).toMatchObject([{ observed: 'status 500, "Oops"' }]);
    expect(shown({ headers, body: 'Oops' })).toMatchObject([{ observed: 'status 500, "Oops"' }]);
  });
});

describe('what was not answered', () => {
  it('is not judged, and keeps nothing else from being judged', () => {
    for (const seen of [[], [answered(), unanswered('refused')]])
      expect(isSuccess(seen)).toEqual({ inconclusive: 'there was no answer to judge' });
    expect(areSuccesses([unanswered('refused'), answered({ status: 404, id: 'chat#2' })])).toMatchObject([
      { subject: 'status of chat#2' },
    ]);
  });
});

describe('what is long in a message', () => {
  const long = 'x'.repeat(200);
  it('is shown by its beginning', () => {
    expect(carriesSessionId([answered({ body: { reply: long } })])).toMatchObject([
      { observed: `none in {"reply":"${'x'.repeat(70)}` },
    ]);
    expect(hasErrorEnvelope([answered({ status: 400, body: { detail: long } })])).toMatchObject([
      { observed: `none in {"detail":"${'x'.repeat(69)}` },
    ]);
    expect(carriesVoices([answered({ body: { names: [long] } })])).toMatchObject([
      { observed: `{"names":["${'x'.repeat(109)}` },
    ]);
  });
});

describe('the error object', () => {
  it.each([
    ['null', 'none in null'],
    ['7', 'none in 7'],
    ['"error"', 'none in "error"'],
    ['{"error":null}', 'null'],
    ['{"error":["x"]}', undefined],
  ])('is looked for in %s', (body, observed) => {
    const fields = ['code', 'message'].map((name) => ({ subject: `error.${name}`, observed: 'none in ["x"]' }));
    expect(hasErrorEnvelope([answered({ status: 400, body })])).toMatchObject(
      observed === undefined ? fields : [{ subject: 'error', expected: 'an object', observed }],
    );
  });
});

describe('a list of voices', () => {
  const none = { inconclusive: 'the answer carries no list of voices' };
  it.each(['null', '7', '"voices"', 'alloy', '{}', '{"voices":"alloy"}', '{"voices":["alloy",7]}', '{"voices":{}}'])(
    'is none in %s',
    (body) => {
      expect(carriesVoices([answered({ body })])).toHaveLength(1);
      expect(listsTheSixVoices([answered({ body })])).toEqual(none);
      expect(listsEachVoiceOnce([answered({ body })])).toEqual(none);
    },
  );
  it('is told with every name that is missing, and every one that stands twice', () => {
    const body = { voices: ['echo', 'fable', 'echo', 'onyx', 'fable', 'nova', 'echo'] };
    expect(listsTheSixVoices([answered({ body })])).toMatchObject([
      { observed: 'alloy, shimmer missing in echo, fable, echo, onyx, fable, nova, echo' },
    ]);
    expect(listsEachVoiceOnce([answered({ body })])).toMatchObject([{ observed: 'echo, fable more than once' }]);
  });
});

describe('saysJson', () => {
  it.each(['application/jsonp', 'x-application/json', 'application/x+jsonp', 'text/plain', 'json'])(
    'does not take %s',
    (observed) => {
      expect(saysJson([answered({ headers: [['content-type', observed]] })])).toMatchObject([{ observed }]);
    },
  );
});

describe('an answer of JSON that nests too deep', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each([
    ['isJson', isJson],
    ['carriesVoices', carriesVoices],
    ['carriesSessionId', carriesSessionId],
    ['carriesSpeech', carriesSpeech],
    ['hasErrorEnvelope', hasErrorEnvelope],
  ])('is not judged by %s, and exhausts no stack', (_, expectation) => {
    const status = expectation === hasErrorEnvelope ? 400 : 200;
    expect(expectation([answered({ status, body: deep })])).toEqual({
      inconclusive: 'JSON nested 100,000 levels deep, which is not judged: at most 10,000 are read',
    });
    expect(expectation([answered({ status, body: deep.slice(1) })])).toMatchObject([
      { observed: `"${'['.repeat(60)}"…${status === 400 ? ', with status 400' : ''}` },
    ]);
  });
});
