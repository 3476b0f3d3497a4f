import { expect, it } from 'vitest';
import type { StepInputs } from '../../../model/probe.ts';
import { callFor, workspaceCaller, mayBeRefused, meteredAs } from './uses.ts';
import { kindOfUse, uses } from './use-kinds.ts';

const known: StepInputs = { bot: 'b', bots: {}, credentials: [], seen: [], nonce: (label) => `word of ${label}` };

it('a use asks for what it is metered as, and for what its name says', () => {
  const asked = uses.map((use) => callFor(use, workspaceCaller(known), known, true).operation);
  const byKind = uses.map((use, at) => {
    const { metered, isStream } = kindOfUse(use);
    const ofChat = isStream === true ? 'stream' : 'chat';
    return metered === undefined ? asked[at] : metered === 'chat' ? ofChat : 'speech';
  });
  expect(asked).toEqual(byKind);
  const named = (word: 'stream' | 'speech') => uses.filter((use) => use.includes(word));
  expect(uses.filter((_, at) => asked[at] === 'stream')).toEqual(named('stream'));
  expect(uses.filter((_, at) => asked[at] === 'speech')).toEqual(named('speech'));
});

it('what is long, has a flag or is a form may be refused, and nothing else', () => {
  expect(
    uses
      .filter(mayBeRefused)
      .every((use) =>
        /^long|^form | of [\d,]{3,} characters$| as text$| in chunks| with (?!inst|another bot)/.test(use),
      ),
  ).toBe(true);
  expect(uses.filter((use) => /^long|^form /.test(use)).every(mayBeRefused)).toBe(true);
  expect(uses.filter((use) => meteredAs(use) === undefined)).toEqual([
    'HEAD',
    'OPTIONS',
    'unknown path',
    'list bots',
    'list voices',
  ]);
});
