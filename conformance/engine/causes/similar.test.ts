import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { failure, knownFault, causesFor } from './causes.testing.ts';
import { similarFault, withoutRivals } from './similar.ts';

const uri = failure('speech.reply/is-base64', { subject: 'audioBase64', observed: 'a data: URI' });
const ogg = failure('speech.completeness/flac-is-in-its-container', { subject: 'audio', expected: 'Ogg, as it says' });
const of = (...shares: readonly (readonly [string, number])[]) => shares.map(([fault, share]) => ({ fault, share }));

describe('the known fault that a reader is sent to', () => {
  it('is one by which the same checks fail, and whose name says what was seen', () => {
    expect(similarFault([ogg], of(['speech-flac-says-ogg', 1], ['speed-ignored', 0.6]))).toBe('speech-flac-says-ogg');
    expect(similarFault([uri], of(['speech-base64-unpadded-with-instructions', 1]))).toBeUndefined();
  });
  it('is none where other checks fail too, or just as many by another mistake', () => {
    expect(similarFault([ogg], of(['speech-flac-says-ogg', 0.94]))).toBeUndefined();
    expect(similarFault([ogg], of(['speech-flac-says-ogg', 1], ['speech-aac-says-ogg', 1]))).toBeUndefined();
    expect(similarFault([ogg], [])).toBeUndefined();
  });
  it('is told of a cause', () => {
    const known = [knownFault('speech-flac-says-ogg', [ogg.check])];
    expect(causesFor([ogg], known)[0]?.similar).toBe('speech-flac-says-ogg');
    expect(causesFor([ogg], [...known, knownFault('speech-aac-says-ogg', [ogg.check])])[0]).not.toHaveProperty(
      'similar',
    );
  });
  it('needs no word where several checks that are listed fail by it alone', () => {
    const three = ['speech.speed/a', 'speech.speed/b', 'speech.speed/c'].map((check) => failure(check));
    const generated = [failure('speech.generated/a'), failure('chat.generated/b'), failure('speech.speed/c')];
    const alone = of(['speed-rounded', 1], ['speed-clamped', 0.8]);
    expect(similarFault(three, alone)).toBe('speed-rounded');
    expect(similarFault(three.slice(1), alone)).toBeUndefined();
    expect(similarFault(generated, alone)).toBeUndefined();
    expect(similarFault(three, of(['speed-rounded', 1], ['speed-clamped', 0.95]))).toBeUndefined();
  });
  it('may be told by what a workspace was used for, and by a word in another form', () => {
    const use = { exchange: 'a#1', use: 'chat with webSearch', balance: '', price: '', expected: '', observed: '' };
    const lead = failure('metering.credit-balance/flags-cost-nothing-extra', { title: 'Charges at most 1 credit' });
    expect(similarFault([lead], of(['web-search-charged-double', 1]))).toBeUndefined();
    expect(similarFault([{ ...lead, ledger: [use] }], of(['web-search-charged-double', 1]))).toBe(
      'web-search-charged-double',
    );
    expect(similarFault([failure('stream.response/is-utf8', { expected: 'UTF-8' })], of(['stream-utf8', 1]))).toBe(
      'stream-utf8',
    );
  });
  it('is none of a cause beside others by which somebody is let in, as one mistake may be behind all', () => {
    const letIn = (check: string) => ({
      cause: { title: '', checks: [check], likely: [], similar: 'auth-token-case-folded-by-speech' },
      lead: failure(check, { kind: { is: 'status', due: 'refusal' } }),
    });
    const [one, other] = [letIn('auth.token/in-other-case-is-refused-by-speech'), letIn('auth.bearer/wrong-token')];
    const similarIn = (...causes: readonly ReturnType<typeof letIn>[]) =>
      withoutRivals(causes).map(({ cause }) => cause.similar);
    expect(similarIn(one)).toEqual([one.cause.similar]);
    expect(similarIn(one, letIn('chat.request/rejects-null'))).toEqual([one.cause.similar, one.cause.similar]);
    expect(similarIn(one, other)).toEqual([undefined, undefined]);
  });
  it('is none that a server error hides, but for those that answer with one', () => {
    const check = 'auth.unusual/long-body-is-not-enough';
    const lead = failure(check, { subject: 'status', expected: 'any but 5xx', observed: 'status 500' });
    const withStatus = (status: number) => () => answered({ operation: 'chat', status });
    const likely = of(['auth-skipped-by-a-long-body', 1]);
    expect(similarFault([lead], likely, withStatus(500))).toBeUndefined();
    expect(similarFault([lead], likely, withStatus(200))).toBe('auth-skipped-by-a-long-body');
    expect(similarFault([lead], of(['auth-long-body-500', 1]), withStatus(500))).toBe('auth-long-body-500');
    expect(similarFault([lead], of(['auth-long-body-500', 1]), withStatus(200))).toBeUndefined();
  });
  it('is none that is about a part of which nothing is told', () => {
    const lead = failure('metering.forms/no-cover-in-per-user', { observed: 'status 200 of a stream' });
    const likely = of(['per-user-instructions-need-no-cover', 1]);
    expect(similarFault([lead], likely)).toBeUndefined();
    const ofSpeech = failure(lead.check, { observed: 'status 200 of the speech with instructions' });
    expect(similarFault([ofSpeech], likely)).toBe('per-user-instructions-need-no-cover');
  });
  it('is none that is about one format where most failures are of others', () => {
    const observing = (...formats: readonly string[]) =>
      formats.map((observed, at) => failure(`speech.format/${at}`, { observed }));
    const likely = of(['format-always-wav', 1]);
    expect(similarFault(observing('wav', 'wav', 'wav'), likely)).toBe('format-always-wav');
    expect(similarFault(observing('wav', 'mp3', 'flac'), likely)).toBeUndefined();
  });
});
