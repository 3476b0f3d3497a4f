import { expect, it } from 'vitest';
import { remembersItsWord } from '../expectations/words/remembers.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import type { StepInputs } from '../model/probe.ts';
import { stepOfTurn } from './conversation.ts';

const nonces: Readonly<Record<string, string>> = { word: 'zqabcdefghij', 'word at the end': 'zqklmnopqrst' };
const nonce = (label: string): string => nonces[label] ?? 'zqbcdefghijk';

/** The calls of the turn that plants words in a long message. */
function longMessage(): string {
  const known = { bot: 'a', seen: [], nonce } as unknown as StepInputs;
  const calls = stepOfTurn({ by: 'chat', says: 'words to remember in a long message', session: 'new' })(known);
  return JSON.stringify(calls);
}

it('has a word at either end of a long message, so that a bot which repeats only its last words has one', () => {
  const text = longMessage();
  const [first, second] = [nonce('word'), nonce('word at the end')].map((word) => text.indexOf(word));
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(300);
  const told = answered({ id: 'chat#1', operation: 'chat', sent: { message: text } });
  const says = (reply: string) => answered({ id: 'chat#2', operation: 'chat', body: { reply } });
  expect(remembersItsWord([told, says(`as it should. And this one: ${nonce('word at the end')}`)])).toEqual([]);
  expect(remembersItsWord([told, says('No idea.')])).toMatchObject([{ subject: 'memory' }]);
});
