import { expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { intermittencyAmong } from './intermittent.ts';

const asked = (id: string, text = 'a') => answered({ id, sent: { text } });

it('what comes and goes is worked out once, however often it is asked for', () => {
  const [wrong, ...right] = ['a', 'b', 'c'].map((id) => asked(id));
  let looked = 0;
  const all = new Proxy(
    [wrong, ...right].flatMap((each) => each ?? []),
    {
      get: (target, name) => {
        if (name === 'filter') looked += 1;
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  const told = intermittencyAmong(new Set(wrong && [wrong]), all);
  expect(looked).toBe(0);
  expect([told(), told()].map(({ text }) => text)).toEqual(
    Array.from({ length: 2 }, () => '; it comes and goes: one same request got it right in 2 of 3 answers'),
  );
  expect(looked).toBe(1);
});
it('nothing comes and goes of which the same was never right', () => {
  const wrong = asked('a');
  expect(intermittencyAmong(new Set([wrong]), [wrong, asked('b', 'b'), asked('c', 'b')])().text).toBe('');
});
