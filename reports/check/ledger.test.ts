import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../conformance/model/check.ts';
import { html, textOfPage } from '../text/html.ts';
import { ledgerView } from '../html/plain-table.ts';
import { ledgerBlock, ledgerLines, ledgerText } from './ledger.ts';

const row: LedgerRow = {
  exchange: 'spend#1',
  use: 'chat',
  balance: '1 credit',
  price: '1 credit',
  expected: '2xx',
  observed: '200',
};
const wrong: LedgerRow = { ...row, exchange: 'spend#2', balance: '0 credits', price: 'not covered', parts: true };
const plain = { colour: false, width: 100 };

describe('the ledger of a finding', () => {
  it('is a table in the terminal, with a mark where the service and it part', () => {
    expect(ledgerBlock({ ledger: [row, wrong] }, plain)).toEqual([
      '  ledger',
      '    step  request  balance before  price        expected  observed',
      '    1     chat     1 credit        1 credit     2xx       200',
      '  ✗ 2     chat     0 credits       not covered  2xx       200',
    ]);
    expect(ledgerBlock({ ledger: [wrong] }, { ...plain, colour: true })[2]).toContain('\u001b[31m✗ 1');
  });
  it('numbers each use as the call that it is', () => {
    const exchanges = ['spend#1', 'of another#1', 'spend#2'];
    expect(ledgerLines({ ledger: [row, wrong], exchanges }).map(({ cells: [step] }) => step)).toEqual(['1', '3']);
  });
  it('stays within the columns there are', () => {
    const lines = ledgerBlock({ ledger: [row, wrong] }, { colour: false, width: 40 });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });
  it('is a table of the page, with the same mark', () => {
    const finding = { ledger: [row, wrong] } as unknown as Parameters<typeof ledgerView>[0];
    const page = textOfPage(html`${ledgerView(finding)}`);
    expect(page).toContain('<tr class="parts">');
    expect(page).toContain('✗ 2');
  });
  it('shows of many uses the last, by which they are judged', () => {
    const lines = ledgerLines({ ledger: Array.from({ length: 30 }, () => row) });
    expect(lines.map(({ cells }) => cells[0])).toEqual(Array.from({ length: 12 }, (_, at) => String(at + 19)));
  });
  it('is in a line without prices where these have no room, and then without its beginning, never without its end', () => {
    const ledger = [{ ...row, balance: '2 credits', use: 'stream' }, row, wrong];
    const whole = '2 credits: stream (1 credit) → 1 credit: chat (1 credit) → 0 credits: chat (not covered) got 200 ✗';
    expect(ledgerText({ ledger })).toBe(whole);
    expect(ledgerText({ ledger }, whole.length - 1)).toBe(
      '2 credits: stream → 1 credit: chat → 0 credits: chat got 200 ✗',
    );
    expect(ledgerText({ ledger }, 50)).toBe('… 1 credit: chat → 0 credits: chat got 200 ✗');
    expect(ledgerText({ ledger }, 10)).toBe('… 1 credit: chat → 0 credits: chat got 200 ✗');
    expect(ledgerText({ ledger: [wrong] })).toBe('');
  });
  it('tells what each request asks for where there is room, before its price', () => {
    const ledger = [{ ...row, use: 'speech', asks: 'nova, 19 characters' }, wrong];
    expect(ledgerText({ ledger })).toBe(
      '1 credit: speech (nova, 19 characters; 1 credit) → 0 credits: chat (not covered) got 200 ✗',
    );
    expect(ledgerText({ ledger }, 80)).toBe('1 credit: speech (nova, 19 characters) → 0 credits: chat got 200 ✗');
    const three = [row, ...ledger];
    expect(ledgerText({ ledger: three }, 80)).toBe(
      '1 credit: chat → speech (nova, 19 characters) → 0 credits: chat got 200 ✗',
    );
    expect(ledgerText({ ledger }, 60)).toBe('1 credit: speech → 0 credits: chat got 200 ✗');
    expect(ledgerLines({ ledger })[0]?.cells[1]).toBe('speech: nova, 19 characters');
  });
  it('has behind the one that was too many those that were sent at once with it', () => {
    const other = { ...wrong, parts: undefined, observed: '402' };
    const ledger = [row, wrong, other, { ...other, use: 'stream' }].map(({ parts, ...rest }) =>
      parts === true ? { ...rest, parts } : rest,
    );
    expect(ledgerText({ ledger })).toBe(
      '1 credit: chat (1 credit) → 0 credits: chat (not covered) got 200 ✗; at once with these: chat got 402, stream got 402',
    );
  });
  it('says of what nothing is due for what it got', () => {
    const refused: LedgerRow = { ...row, use: 'chat of emoji', price: 'nothing', observed: '400', unserved: true };
    expect(ledgerText({ ledger: [refused, wrong] })).toBe(
      '1 credit: chat of emoji (nothing) got 400 → 0 credits: chat (not covered) got 200 ✗',
    );
  });
  it('is absent where no charge was judged', () => {
    expect(ledgerBlock({}, plain)).toEqual([]);
    expect(ledgerView({} as unknown as Parameters<typeof ledgerView>[0])).toBeUndefined();
  });
});
