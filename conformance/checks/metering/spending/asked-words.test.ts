import { expect, it } from 'vitest';
import type { StepInputs } from '../../../model/probe.ts';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import { describeRequest } from './asked-words.ts';
import { callFor, workspaceCaller, type Use } from './uses.ts';

const known: StepInputs = { bot: 'b', bots: {}, credentials: [], seen: [], nonce: () => 'zqkcrkmjpqhr' };

function asked(use: Use): string {
  const { body, headers, operation } = callFor(use, workspaceCaller(known), known, true);
  const exchange = answered({ operation });
  return describeRequest({ ...exchange, request: { ...exchange.request, headers, body: Buffer.from(body ?? '') } });
}

it.each<[Use, string]>([
  ['speech', 'alloy, 19 characters'],
  ['speech as opus', 'nova, opus, 19 characters'],
  ['speech of 5 characters as mp3', 'alloy, mp3, 5 characters'],
  ['speech of 150 characters', 'alloy, 150 characters'],
  ['slow speech', 'fable, opus, speed 0.25, 19 characters'],
  ['fast speech by another voice', 'onyx, wav, speed 4, 32 characters, 12 beyond ASCII'],
  ['speech with instructions', 'shimmer, 19 characters, instructions of 33 characters, 1 beyond ASCII'],
  ['form speech', 'alloy, 19 characters'],
  ['chat', '36 characters'],
  ['chat with all flags', '36 characters, includeCitations, webSearch, useMcp'],
  ['chat in no such session', '36 characters, goes on'],
  ['bad chat', ''],
  ['bad chat: no object', ''],
])('what a %s asks for is told by what its request says', (use, words) => {
  expect(asked(use)).toBe(words);
});
