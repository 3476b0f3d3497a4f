import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachElement, pathFrom, pathText } from './path.ts';
import { ruleFrom, ruleText, type ContentRule } from './rule.ts';
import { textIn } from './stream-event.ts';

const steps = fc.oneof(
  fc.string(),
  fc.constantFrom('delta', 'event', 'plain', 'a.b'),
  fc.nat(99),
  fc.constant(eachElement),
);
const paths = fc.array(steps, { maxLength: 4 });
const rules = fc.record(
  { event: fc.string(), where: fc.record({ path: paths, is: fc.string() }, { noNullPrototype: true }), path: paths },
  { requiredKeys: [], noNullPrototype: true },
);

describe('a rule', () => {
  it('is read as it was written', () => {
    fc.assert(fc.property(paths, (path) => isDeepStrictEqual(pathFrom(pathText(path)), path)));
    fc.assert(fc.property(rules, (rule) => isDeepStrictEqual(ruleFrom(ruleText(rule)), { is: 'rule', rule })));
  });

  it.each<readonly [string, ContentRule]>([
    ['event=token', { event: 'token' }],
    ['delta.text', { path: ['delta', 'text'] }],
    ['$.delta.text', { path: ['delta', 'text'] }],
    ['choices[0].delta.content', { path: ['choices', 0, 'delta', 'content'] }],
    [
      'event=token, type=text, parts[].text',
      { event: 'token', where: { path: ['type'], is: 'text' }, path: ['parts', eachElement, 'text'] },
    ],
    ['$.event=token,$', { where: { path: ['event'], is: 'token' }, path: [] }],
    ['$[1]', { path: [1] }],
    ['["a,b"]', { path: ['a,b'] }],
    ['plain', {}],
  ])('%s', (text, rule) => {
    expect(ruleFrom(text)).toEqual({ is: 'rule', rule });
  });

  it.each(['', 'event=', 'a b', 'a..b', 'text,', 'text,other', 'event=a,event=b', 'type=a b,text', '"'])(
    '%j is none',
    (text) => {
      expect(ruleFrom(text)).toMatchObject({ is: 'wrong' });
    },
  );

  it('says what would be one', () => {
    expect(ruleFrom('a..b')).toEqual({
      is: 'wrong',
      because:
        '"a..b" tells no reply text; expected an event\'s name such as event=token, where the text lies in its JSON such as delta.text, or both with a comma between',
    });
  });
});

describe('the text of an event', () => {
  const event = (data: string, name = 'message', value?: unknown): string => {
    const rule = ruleFrom(name === 'message' ? 'plain' : 'event=token');
    return rule.is === 'rule' ? textIn({ name, data, value }, rule.rule) : '';
  };
  it('is its data, but for what ends a stream or comes in braces', () => {
    expect(['Hello', '[DONE]', '{"usage":1}', '{'].map((data) => event(data))).toEqual(['Hello', '', '', '{']);
  });
  it('is whatever an event of the name has', () => {
    expect([event('{"t":1}', 'token'), event('{"t":1}', 'other'), event('[DONE]', 'token')]).toEqual([
      '{"t":1}',
      '',
      '',
    ]);
  });
});
