import { expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { recallsNoRefusedTurn } from './nothing-refused.ts';

const [own, foreign] = ['zqabcdefghij', 'zqklmnopqrst'];
const told = answered({ id: 'told', sent: { message: `Remember ${own}` }, body: { sessionId: 's', reply: own } });
const refused = answered({ id: 'refused', status: 401, sent: { message: `A word: ${foreign}` }, body: { error: {} } });
const asked = (reply: string) =>
  answered({ id: 'asked', sent: { message: 'Which words?', sessionId: 's' }, body: { sessionId: 's', reply } });

it('a reply knows no word of a turn that was refused', () => {
  expect(recallsNoRefusedTurn([told, refused, asked(own)])).toEqual([]);
  expect(recallsNoRefusedTurn([told, refused, asked(`You said ${own} and ${foreign}.`)])).toMatchObject([
    {
      observed: `the reply to asked says ${foreign}, in "You said ${own} and ${foreign}.", told in refused, which was refused`,
      exchange: 'asked',
    },
  ]);
  expect(recallsNoRefusedTurn([told, asked(own)])).toEqual({ inconclusive: 'no turn that told a word was refused' });
});
