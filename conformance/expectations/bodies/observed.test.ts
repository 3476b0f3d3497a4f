import { describe, expect, it } from 'vitest';
import { observedContentType } from '../audio/content-type-seen.ts';
import { speechAnswer } from '../audio/sample-speech.testing.ts';
import { observedEventLayout, observedFields, observedIgnoredLines, observedStatus } from './observed.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const fieldsOf = (body: Parameters<typeof answered>[0]) => observedFields([answered(body)]);
const layoutOf = (body: string) => observedEventLayout([answered({ operation: 'stream', body })]);

describe('what is observed', () => {
  it('is the status of the last answer', () => {
    expect(observedStatus([400, 500, 201].map((status) => answered({ status })))).toBe('status 201');
  });
  it('is the contentType of a speech, where it is a text', () => {
    expect(observedContentType([speechAnswer('AAAA', 'audio/ogg; codecs=opus')])).toBe('audio/ogg; codecs=opus');
    expect(observedContentType([speechAnswer('AAAA', 7)])).toBeUndefined();
    expect(observedContentType([answered({ body: 'x' })])).toBeUndefined();
  });
  it.each([[observedStatus], [observedFields], [observedEventLayout], [observedIgnoredLines], [observedContentType]])(
    'is nothing where nothing was answered: %o',
    (observe) => {
      expect(observe([])).toBeUndefined();
      expect(observe([answered({ body: spokenBody }), unanswered('refused')])).toBeUndefined();
    },
  );
});

const spokenBody = { audioBase64: 'AAAA', contentType: 'audio/mpeg' };

describe('fieldsSeen', () => {
  it('names the fields of an object with their types', () => {
    const body = { reply: 'Hi', credits: 7, done: true, parts: [1], usage: { credits: 1 }, error: null };
    expect(fieldsOf({ body })).toBe(
      'reply: string, credits: number, done: boolean, parts: array, usage: object, error: null',
    );
  });
  it.each([
    ['[1,2]', 'an array of 2'],
    ['"Hi"', 'string'],
    ['7', 'number'],
    ['null', 'null'],
    ['{}', ''],
  ])('says what %s is', (body, said) => {
    expect(fieldsOf({ body })).toBe(said);
  });
  it('has nothing to say of what is not JSON', () => {
    expect(fieldsOf({ body: 'Hi' })).toBeUndefined();
  });
});

describe('eventLayoutSeen', () => {
  it.each([
    ['data: Hi\n\ndata: there\n\n', 'message (text)'],
    ['event: token\ndata: {"t":"Hi"}\n\n', 'token (JSON)'],
    ['data: [1]\n\n', 'message (JSON)'],
    ['data:   {"t":"Hi"}\n\n', 'message (JSON)'],
    ['data: see {x}\n\n', 'message (text)'],
    ['event: token\ndata: {"t":"Hi"}\n\ndata: [DONE]\n\n', 'token (JSON), message (JSON)'],
  ])('says how the events of %j are laid out', (body, layout) => {
    expect(layoutOf(body)).toBe(layout);
  });
  it('has nothing to say where there is no event', () => {
    expect(layoutOf(': ping\n\n')).toBeUndefined();
    const lie = answered({ operation: 'stream', body: 'data: a\n\n', headers: [['content-encoding', 'gzip']] });
    expect(observedEventLayout([lie])).toBeUndefined();
  });
});
