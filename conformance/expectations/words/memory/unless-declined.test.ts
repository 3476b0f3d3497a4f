import { describe, expect, it } from 'vitest';
import { answered } from '../../sample-exchange.testing.ts';
import { controlQuestion, questionAfterControls } from '../declined/controls.ts';
import { remembersItsWord } from '../remembers.ts';
import {
  firstRecalled,
  allRecall,
  anyRecalls,
  maxControls,
  unlessDeclined,
  operationForLastQuestion,
  operationForControl,
} from './unless-declined.ts';

const [word, other] = ['zqabcdefghij', 'zqklmnopqrst'];
const told = answered({ operation: 'chat', sent: { message: `Remember ${word}` } });
const says = (reply: string) => answered({ operation: 'chat', sent: { message: 'Which?' }, body: { reply } });
const forgets = says('I cannot help with that.');
const control = (reply: string, status = 200) =>
  answered({
    operation: 'chat',
    status,
    role: 'control',
    sent: { message: controlQuestion(other) },
    body: { reply },
    id: 'chat#5',
  });
const judged = unlessDeclined(remembersItsWord);

describe('a question that needs no memory', () => {
  it('keeps a bot from being accused that declines it as it declined those for the word', () => {
    expect(judged([told, forgets, control(other), control('I cannot help with that.')])).toEqual({
      inconclusive:
        'the bot did not say its word when it was asked, nor a word that stands in the question itself: whether it forgot or declined to answer cannot be told; name a bot that answers with --bot',
    });
  });
  it('leaves one accused that answers it, or whose session is refused', () => {
    expect(judged([told, forgets])).toHaveLength(1);
    expect(judged([told, forgets, control(other), control(`It was ${other.slice(1)}.`)])).toHaveLength(1);
    expect(judged([told, forgets, control('no such session', 404)])).toHaveLength(1);
  });
  it('shows that nothing was forgotten, where it says the word, or each of many does', () => {
    const both = control(`${word}, ${other}`);
    expect(unlessDeclined(remembersItsWord, anyRecalls)([told, forgets, control(other), both])).toEqual([]);
    const each = Array.from({ length: maxControls }, () => both);
    const judgedByEach = unlessDeclined(remembersItsWord, allRecall);
    expect(judgedByEach([told, forgets, ...each])).toEqual([]);
    expect(judgedByEach([told, forgets, ...each.slice(1)])).toHaveLength(1);
    expect(judgedByEach([told, forgets, ...each.slice(1), control(other)])).toHaveLength(1);
    expect(judged([told, forgets, both])).toHaveLength(1);
  });
  it('is no sign of one that declines, where it says the word of that question in the next turn, and none before it', () => {
    const behind = (reply: string) =>
      answered({
        operation: 'chat',
        role: 'behindControl',
        sent: { message: questionAfterControls, sessionId: 's' },
        body: { reply },
      });
    const turns = [told, forgets, control('You said: Which?')];
    expect(judged([...turns, behind(`You said: ${other}`)])).toHaveLength(1);
    expect(judged([...turns, behind(`You said: ${word}, ${other}`)])).toHaveProperty('inconclusive');
    expect(judged([...turns, behind('No.')])).toHaveProperty('inconclusive');
    expect(unlessDeclined(remembersItsWord, anyRecalls)([...turns, behind(word)])).toEqual([]);
    const by = (...seen: readonly (typeof told)[]) => operationForLastQuestion(remembersItsWord, anyRecalls, seen);
    expect([by(...turns), by(...turns, behind('No.')), by(told, forgets, control(other)), by(told, forgets)]).toEqual([
      'chat',
      undefined,
      undefined,
      undefined,
    ]);
    expect(by(told, forgets, control('no such session', 404))).toBeUndefined();
  });
  it('shows the first of several words only where it says that one', () => {
    const third = 'zquvwxyuvwxy';
    const later = answered({ operation: 'chat', sent: { message: `Remember ${third}` } });
    const judge = unlessDeclined(() => [{ subject: 'memory', expected: 'it', observed: 'none' }], firstRecalled);
    expect(judge([told, later, control(`${third} ${other}`)])).toHaveLength(1);
    expect(judge([told, later, control(`${word} ${other}`)])).toEqual([]);
    expect(judge([later, control(`${word} ${other}`)])).toHaveLength(1);
  });
  it('shows nothing where it was asked by another operation than what came to nothing', () => {
    const inStream = answered({ operation: 'stream', id: 'stream#3' });
    const both = control(`${word}, ${other}`);
    const judge = () => [{ subject: 'memory', expected: 'it', observed: 'none', exchange: 'stream#3' }];
    expect(unlessDeclined(judge, anyRecalls)([told, inStream, both])).toHaveLength(1);
    expect(operationForControl(judge, anyRecalls, [told, inStream])).toBe('stream');
  });
  it('is asked by each operation that is accused, and clears or convicts only what came by it', () => {
    const inStream = answered({ operation: 'stream', id: 'stream#3' });
    const miss = { subject: 'memory', expected: 'it', observed: 'none' };
    const judge = () => [miss, { ...miss, exchange: 'stream#3' }];
    const streamed = (text: string) =>
      answered({
        operation: 'stream',
        role: 'control',
        sent: { message: controlQuestion(other) },
        body: `data: ${text}\n\n`,
      });
    const [both, bothStreamed] = [control(`${word}, ${other}`), streamed(`${word}, ${other}`)];
    const by = (...seen: readonly (typeof told)[]) => operationForControl(judge, anyRecalls, [told, inStream, ...seen]);
    expect([by(), by(both), by(control('No.')), by(both, bothStreamed), by(control('No.'), streamed('No.'))]).toEqual([
      'chat',
      'stream',
      'stream',
      undefined,
      undefined,
    ]);
    const judgedBy = (...seen: readonly (typeof told)[]) =>
      unlessDeclined(judge, anyRecalls)([told, inStream, ...seen]);
    expect(judgedBy(both, bothStreamed)).toEqual([]);
    expect(judgedBy(both, streamed(other))).toEqual([{ ...miss, exchange: 'stream#3' }]);
    expect(judgedBy(control('No.'), streamed(other))).toEqual([{ ...miss, exchange: 'stream#3' }]);
    expect(judgedBy(both, streamed('No.'))).toHaveProperty('inconclusive');
    expect(judgedBy(control('No.'), bothStreamed)).toHaveProperty('inconclusive');
  });
  it('is asked while the word is not said and all such questions are answered', () => {
    const by = (...seen: readonly (typeof told)[]) => operationForControl(remembersItsWord, anyRecalls, seen);
    expect([by(told, forgets), by(told, forgets, control(other))]).toEqual(['chat', 'chat']);
    expect([by(told, says(word)), by(told), by(), by(told, forgets, control(`${word} ${other}`))]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([by(told, forgets, control('No.')), by(told, forgets, control('', 404))]).toEqual([undefined, undefined]);
  });
  it('leaves a service accused that lost the session of a bot that greets first', () => {
    const greeting = 'Hello, this is Ada!';
    const begun = answered({ operation: 'chat', sent: { message: `Remember ${word}` }, body: { reply: greeting } });
    const ask = answered({ operation: 'chat', sent: { message: 'Which?', sessionId: 's' }, body: { reply: greeting } });
    const greeted = Array.from({ length: maxControls }, () => control(greeting));
    const [one] = greeted;
    expect(judged([begun, ask, ...greeted])).toHaveLength(1);
    expect(operationForControl(remembersItsWord, anyRecalls, [begun, ask, ...greeted.slice(1)])).toBe('chat');
    // A bot that declined the first turn as well declines now and then, and a bot that answers a control like a first
    // turn has not forgotten.
    expect(judged([begun, ask, one ?? ask, control(other), control(other)])).toHaveProperty('inconclusive');
    expect(judged([begun, forgets, ...greeted])).toHaveProperty('inconclusive');
    expect(judged([begun, ask, control('I cannot help with that.')])).toHaveProperty('inconclusive');
  });
});
