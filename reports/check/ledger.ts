import type { LedgerRow } from '../../conformance/model/check.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { verdictMarks } from '../text/format.ts';
import { painter, type TerminalStyle } from '../text/paint.ts';
import { escapeControls } from '../text/visible.ts';
import { leadingGraphemes } from '../text/graphemes.ts';

export const ledgerHead = ['step', 'request', 'balance before', 'price', 'expected', 'observed'] as const;

/** One use of a workspace; `parts`: here the ledger and the service part. */
type LedgerLine = { readonly cells: readonly string[]; readonly parts: boolean };

/** So many uses are shown of a long one: those that led to the last. */
const mostLines = 12;

type Charged = Pick<Finding, 'ledger'> & Partial<Pick<Finding, 'exchanges'>>;

/**
 * What was charged, step by step, up to where the service and the ledger part; none where no charge was judged. A step has the
 * number that it has among all calls of the finding, as others of them may cost nothing.
 */
export function ledgerLines({ ledger = [], exchanges = [] }: Charged): readonly LedgerLine[] {
  const steps = [...new Set(exchanges)];
  return ledger
    .map(({ balance, price, expected, observed, parts, ...row }, at) => ({
      cells: [String(steps.indexOf(row.exchange) + 1 || at + 1), usedIn(row), balance, price, expected, observed],
      parts: parts === true,
    }))
    .slice(-mostLines);
}

function usedIn({ use, asks }: Pick<LedgerRow, 'use' | 'asks'>): string {
  return asks === undefined ? use : `${use}: ${asks}`;
}

/** So many uses are told in a line: the last ones. */
const mostTold = 8;

/**
 * The same in a line: `2 credits: chat with webSearch (1 credit) → 1 credit: chat (1 credit) got 402 ✗`; empty for one use
 * alone. Where there is room for less, without the prices, which the balances tell, without what each request asks for, and then without the first uses: the last
 * is what was charged wrongly, or what shows that one of the others was.
 */
export function ledgerText({ ledger = [] }: Pick<Finding, 'ledger'>, room = Infinity): string {
  if (ledger.length < 2) return '';
  const last = ledger.slice(-mostTold);
  const ways = [
    usesText(last, { withPrices: true, withAsks: true }),
    usesText(last, { withAsks: true }),
    usesText(last, { withAsks: true, balances: 'ends' }),
    usesText(last, { withPrices: true }),
    usesText(last),
  ];
  const fewer = last.slice(1, -1).map((_, at) => `… ${usesText(last.slice(at + 1))}`);
  const all = [...(last.length === ledger.length ? ways : ways.map((text) => `… ${text}`)), ...fewer];
  return all.find((text) => text.length <= room) ?? all.at(-1) ?? '';
}

/** `ends`: of the first and of the one that parts, which tell what was taken between them. */
type Told = { readonly withPrices?: true; readonly withAsks?: true; readonly balances?: 'ends' };

function usesText(uses: readonly LedgerRow[], { withPrices, withAsks, balances }: Told = {}): string {
  const last = uses.findIndex(({ parts }) => parts === true);
  const texts = uses.map(({ use, asks, balance, price, observed, parts, unserved }, at) => {
    // Behind the one that was too many, or too few, are those that were sent at once with it.
    if (last !== -1 && at > last) return `${use} got ${observed}`;
    const more = [withAsks && asks, withPrices && price].filter(Boolean).join('; ');
    const left = balances === 'ends' && at > 0 && parts !== true ? '' : `${balance}: `;
    const asked = `${left}${use}${more === '' ? '' : ` (${more})`}`;
    if (parts === true) return `${asked} got ${observed} ${verdictMarks.fail}`;
    // Nothing is due for it, which nobody sees who does not know that.
    return unserved === true ? `${asked} got ${observed}` : asked;
  });
  const [led, beside] = last === -1 ? [texts, []] : [texts.slice(0, last + 1), texts.slice(last + 1)];
  return `${led.join(' → ')}${beside.length === 0 ? '' : `; at once with these: ${beside.join(', ')}`}`;
}

/** The same in columns, as wide as they have to be; what is wider than the terminal has its rows below each other. */
export function ledgerBlock(finding: Charged, style: TerminalStyle): readonly string[] {
  const lines = ledgerLines(finding);
  if (lines.length === 0) return [];
  const paint = painter(style);
  const rows = [{ cells: ledgerHead, parts: false }, ...lines];
  const widths = ledgerHead.map((_, at) =>
    Math.max(...rows.map(({ cells }) => escapeControls(cells[at] ?? '').length)),
  );
  return [
    `  ${paint('bold', 'ledger')}`,
    ...rows.map(({ cells, parts }, at) => {
      const line = cells.map((cell, place) => escapeControls(cell).padEnd(widths[place] ?? 0)).join('  ');
      const room = Math.max(style.width - 4, 20);
      const cut = line.trimEnd().length <= room ? line.trimEnd() : `${leadingGraphemes(line, room - 1)}…`;
      const marked = `${parts ? '✗ ' : '  '}${cut}`;
      return `  ${parts ? paint('red', marked) : at === 0 ? paint('dim', marked) : marked}`;
    }),
  ];
}
