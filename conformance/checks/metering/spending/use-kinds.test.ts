import { expect, it } from 'vitest';
import type { Known } from '../../../model/probe.ts';
import { callFor, callerOf, isOpenToRefuse, meteredAs } from './uses.ts';
import { kindOf, uses } from './use-kinds.ts';

const known: Known = { bot: 'b', bots: {}, credentials: [], seen: [], nonce: (label) => `word of ${label}` };

it('a use asks for what it is metered as, and for what its name says', () => {
  for (const use of uses) {
    const { operation } = callFor(use, callerOf(known), known, true);
    const { metered, isStream } = kindOf(use);
    const asked = { chat: isStream === true ? 'stream' : 'chat', speech: 'speech' };
    if (metered === undefined) expect(['bots', 'voices', 'other'], use).toContain(operation);
    else expect({ use, operation }).toEqual({ use, operation: asked[metered] });
    for (const word of ['stream', 'speech'] as const)
      expect({ use, is: operation === word }).toEqual({ use, is: use.includes(word) });
  }
});

it('what is long, has a flag or is a form may be refused, and nothing else', () => {
  expect(uses.filter(isOpenToRefuse).every((use) => /^long|^form | with (?!inst|another)/.test(use))).toBe(true);
  expect(uses.filter((use) => /^long|^form /.test(use)).every(isOpenToRefuse)).toBe(true);
  expect(uses.filter((use) => meteredAs(use) === undefined)).toEqual(['HEAD', 'OPTIONS', 'list bots', 'list voices']);
});
