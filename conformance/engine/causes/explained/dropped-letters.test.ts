import { expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { failure } from '../causes.testing.ts';
import { droppedLettersIn } from './dropped-letters.ts';

const chat = (id: string, message: string): Exchange => answered({ id, operation: 'chat', sent: { message } });
const lost = (exchange: Exchange): Exchange => ({
  ...exchange,
  response: { is: 'noAnswer', because: 'dropped', detail: 'other side closed', endedAtMs: 9 },
});
const others = Array.from({ length: 20 }, (_, at) => chat(`plain#${at}`, 'Hello!'));
const right = chat('right#1', 'Café');
const dropped = [lost(chat('emoji#1', '👋')), lost(chat('whole#1', 'Zoë'))];
const failing = (check: string, exchange: string) => {
  const finding = failure(check, {});
  return { ...finding, exchanges: [exchange], mismatches: finding.mismatches.map((each) => ({ ...each, exchange })) };
};
const failed = [failing('transport.http/length-is-in-bytes', 'whole#1'), failing('chat.text/accepts-emoji', 'emoji#1')];

it('connections that are dropped at letters beyond ASCII alone are one cause, led by what is about the text', () => {
  const found = droppedLettersIn([...others, right, ...dropped], failed);
  expect(found?.title).toBe(
    'drops the connection at some texts with letters beyond ASCII: 2 of 3 requests with such letters',
  );
  expect(failed.map((finding) => found?.shownIn(finding).says)[0]).toBe(
    'Each of the 2 requests whose connection was dropped has letters beyond ASCII in its text, and none of 20 without them was dropped. Is a text cut within a letter? The log of the service says what its code died of.',
  );
  expect(failed.map((finding) => found?.has(finding))).toEqual([true, true]);
  expect(found?.leadOf(failed, new Map())?.check).toBe('chat.text/accepts-emoji');
});
it.each([
  ['one without such letters is dropped too', [...others, ...dropped, lost(chat('plain#99', 'Hello!'))], failed],
  ['few have none', [...others.slice(1), ...dropped], failed],
  ['one failure shows it', [...others, ...dropped], failed.slice(1)],
])('and not where %s', (_, exchanges, findings) => {
  expect(droppedLettersIn(exchanges, findings)).toBeUndefined();
});
