import { graphemesOf } from './graphemes.ts';
import type { Spend, Verdict } from '../../conformance/model/run.ts';

/** Marks that stand beside the word, never instead of it. */
export const verdictMarks: Readonly<Record<Verdict['is'], string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
  notApplicable: '–',
};

export const verdictWords: Readonly<Record<Verdict['is'], string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  notApplicable: 'not applicable',
};

/** A failure outweighs an inconclusive verdict, which outweighs a pass. */
export const worstFirst = ['fail', 'inconclusive', 'pass', 'notApplicable'] as const satisfies readonly Verdict['is'][];

/** An exit code in words. `is` selects the mark and the colour. */
export type Headline = {
  readonly is: 'pass' | 'fail' | 'inconclusive';
  readonly word: string;
  readonly says: string;
  /** Present where other code decides by it; words are for readers. */
  readonly kind?: HeadlineKind;
  /** A pass with reservations: shown in amber. */
  readonly isAmber?: boolean;
};

/** The headline reports failures, an invalid instrument, or something that got worse or better. */
type HeadlineKind = 'failures' | 'invalid' | 'worse' | 'better';

/** The mark and the colour of a headline. A pass with reservations gets those of an inconclusive verdict. */
export function headlineStyle({ is, isAmber }: Pick<Headline, 'is' | 'isAmber'>): {
  readonly tone: Headline['is'];
  readonly mark: string;
} {
  return isAmber === true ? { tone: 'inconclusive', mark: '!' } : { tone: is, mark: verdictMarks[is] };
}

/** `1 check`, `2 checks`; `1 mismatch`, `2 mismatches` where the plural is given. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWithAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** `a, b and 3 more`. */
export function namesIn(names: readonly string[], most: number): string {
  const more = names.length - most;
  return names.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `37 credits (4 chats, 11 speeches)`; fractions of a credit are kept. */
export function spendText({ credits, ...uses }: Spend): string {
  return `${pluralize(credits, 'credit')} (${usesText(uses)})`;
}

/** `4 chats, 11 speeches`. */
export function usesText({ chats, speeches }: Omit<Spend, 'credits'>): string {
  return `${pluralize(chats, 'chat')}, ${speeches} ${speeches === 1 ? 'speech' : 'speeches'}`;
}

/** `2026-11-21 05:00:00 UTC`. */
export function timeText(time: string): string {
  return time.replace(/^(\S+)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
}

/** Milliseconds in readable units: `0.4 ms`, `1.25 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return 'unknown';
  if (ms < 999.95) return `${rounded(ms, 1)} ms`;
  if (ms < 59_995) return `${rounded(ms / 1000, 2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function rounded(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most `most` characters. If the text is cut, the last is an ellipsis, after a whole word if possible. */
export function ellipsize(text: string, most: number): string {
  const letters = graphemesOf(text);
  if (letters.length <= most) return text;
  const head = letters.slice(0, most - 1).join('');
  // Cuts between words unless that would leave little.
  const whole = letters[most - 1] === ' ' ? head : head.replace(/\s+\S*$/u, '');
  return `${whole.length >= head.length / 2 ? whole.trimEnd() : head}…`;
}
