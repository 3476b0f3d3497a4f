import type { Verdict } from '../../conformance/model/run.ts';

/** What the terminal can show: `width` in columns; `wraps`: it breaks longer lines, which a pipe does not. */
export type TerminalStyle = { readonly colour: boolean; readonly width: number; readonly wraps?: boolean };

export type Paint = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

const codes: Readonly<Record<Paint, number>> = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 };

/** Colours that accompany a mark and a word, never alone. */
export const verdictPaints: Readonly<Record<Verdict['is'], Paint>> = {
  pass: 'green',
  fail: 'red',
  inconclusive: 'yellow',
  notApplicable: 'dim',
};

/** Colours a text that is already safe, or returns it unchanged where colours are off. */
export function painter({ colour }: TerminalStyle): (paint: Paint, text: string) => string {
  return (paint, text) => (colour ? `\u001b[${codes[paint]}m${text}\u001b[0m` : text);
}
