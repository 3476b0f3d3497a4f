import { describe, expect, it } from 'vitest';
import { batchOf, inputsOf, seedOf } from './cases.ts';
import { callOfRequest } from './calls.ts';
import { properties } from './index.ts';
import { plainSpelling, type Deviation, type Input, type Request } from './inputs/request.ts';
import type { Property } from './property.ts';
import { inputFlaw } from './defects/input-flaw.ts';

const speech = (deviation: Deviation): Request => ({
  operation: 'speech',
  members: [],
  spelling: plainSpelling,
  deviation,
});
const why = (kind: 'invalid' | 'unspecified', deviation: Deviation, request = speech(deviation)) =>
  inputFlaw({ kind }, [request])?.because;

describe('why a generated request is invalid', () => {
  it.each<readonly [Deviation, string]>([
    [{ is: 'absent', name: 'voice' }, 'voice is missing, which 2.5 requires'],
    [{ is: 'set', name: 'speed', json: '4.0001' }, 'speed is 4.0001, and 2.5 asks for a number from 0.25 to 4'],
    [{ is: 'set', name: 'voice', json: '"Alloy"' }, 'voice is "Alloy", and 2.5 asks for a voice of the list'],
    [
      { is: 'set', name: 'format', json: '"ogg"' },
      'format is "ogg", and 2.5 asks for one of mp3, opus, aac, flac, wav, pcm',
    ],
    [
      { is: 'doubled', name: 'speed', first: '0', second: '9' },
      'speed comes twice, as 0 and as 9, and 2.5 asks for a number from 0.25 to 4, which neither is',
    ],
    [{ is: 'body', json: '[]' }, 'the body is [], and 2.5 asks for an object with text and voice'],
    [{ is: 'cut', perMille: 405 }, 'the body breaks off after 40.5 % of it, and what is left is no JSON (4, RFC 8259)'],
  ])('%j', (deviation, because) => {
    expect(why('invalid', deviation)).toBe(because);
  });
  it('names the sections of its operation', () => {
    const chat: Request = { ...speech({ is: 'set', name: 'message', json: '{}' }), operation: 'chat' };
    expect(why('invalid', { is: 'absent', name: 'message' }, chat)).toBe('message is {}, and 2.2 asks for a text');
    const streamed: Request = { ...speech({ is: 'type', type: '' }), operation: 'stream' };
    expect(why('unspecified', { is: 'type', type: '' }, streamed)).toBe(
      'there is no Content-Type, where 4.3 shows application/json',
    );
  });
});

describe('why a generated request is left open', () => {
  it.each<readonly [Deviation, string]>([
    [{ is: 'set', name: 'text', json: '0' }, 'text is 0, which a service may take or refuse'],
    [
      { is: 'set', name: 'speed', json: '01' },
      'speed is written 01, which is no JSON (RFC 8259), and which some parsers take',
    ],
    [{ is: 'set', name: '$ref', json: '{}' }, '2.5 has no field "$ref", and does not say what becomes of others'],
    [{ is: 'twice', name: 'a', json: '1' }, '"a" comes once more, as 1, and RFC 8259 4 lets a parser take either'],
    [
      { is: 'doubled', name: 'speed', first: '1', second: '9' },
      'speed comes twice, as 1 and as 9, and RFC 8259 4 lets a parser take either',
    ],
    [{ is: 'around', before: '', behind: '{}' }, 'the body has after its JSON "{}", which some parsers pass over'],
    [{ is: 'around', before: 'x', behind: '' }, 'the body has before its JSON "x", which some parsers pass over'],
    [
      { is: 'around', before: '\ufeff', behind: '' },
      'the body begins with a byte order mark, which RFC 8259 8.1 lets a parser ignore or refuse',
    ],
    [
      { is: 'deep', name: 'text', open: '[', levels: 40 },
      'text is nested 40 deep, and RFC 8259 9 lets a parser set a limit',
    ],
    [
      { is: 'long', name: 'a', unit: 'é', times: 255 },
      '"a" is "é" 255 times, and the document sets no maximum size (8.2)',
    ],
    [{ is: 'bytes', hex: 'c3' }, 'a text begins with the bytes c3, which are no UTF-8 (RFC 8259 8.1)'],
    [{ is: 'type', type: 'text/plain' }, 'the Content-Type is text/plain, where 4.5 shows application/json'],
    [{ is: 'path', part: '%zz' }, 'the path has %zz after it, which 4.5 does not show'],
  ])('%j', (deviation, because) => {
    expect(why('unspecified', deviation)).toBe(because);
  });
});

const isPlain = ({ kind }: Property): boolean => kind === 'valid' || kind === 'mixed';
const inputsTo = (property: Property): readonly Input[] =>
  batchOf(inputsOf(property, { longestText: 24 }), seedOf(1, property.id, 0), 200);

describe('each generated input', () => {
  it.each(properties.filter(isPlain))('of $id needs no excuse', (property) => {
    for (const input of inputsTo(property)) expect(inputFlaw(property, input)).toBeUndefined();
  });
  it.each(properties.filter((property) => !isPlain(property)))('of $id is told with what is sent', (property) => {
    for (const input of inputsTo(property)) {
      const told = inputFlaw(property, input);
      expect(told?.is).toBe(property.kind);
      for (const { json, names, body } of input.flatMap(sentIn)) {
        expect(body).toContain(json);
        const isNamed = names.some((name) => told?.because.startsWith(name));
        expect(isNamed ? told?.because : json).toContain(json);
      }
    }
  });
});

/** The JSON by which a request deviates, as it is sent; empty for a request that deviates in another way. */
function sentIn(request: Request) {
  const { deviation } = request;
  if (deviation?.is !== 'set' && deviation?.is !== 'body') return [];
  const names = [deviation.is === 'body' ? 'the body is ' : `${deviation.name} is `];
  return [{ json: deviation.json, names, body: Buffer.from(callOfRequest(request, 'a').body ?? '').toString('utf8') }];
}
