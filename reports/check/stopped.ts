import { painter, type TerminalStyle } from '../text/paint.ts';
import { wrappedIn } from '../text/wrap.ts';

/** What each way of not answering asks for, by the words that it is told with; the first that fits. */
const advice: readonly (readonly [words: RegExp, what: string])[] = [
  [/^the token was refused/, 'Nothing was spent. --token or ASSAY_TOKEN gives another; npx assay doctor tries it'],
  [/^--other-token is/, 'Nothing was spent. --other-token or ASSAY_OTHER_TOKEN gives another'],
  [/host name not found/, 'Is the host name spelt right, and does the DNS of this machine know it?'],
  [/wrong version number/, 'Does that port speak TLS? Without, the target begins with http://'],
  [/no TLS connection/, "Trust the certificate's authority with --ca FILE, or fix the certificate"],
  [/connection refused/, 'Is it up, and the port right? --wait 2m waits for a deployment to come up'],
  [/not reach|unreachable|no connection/, 'May this machine reach that address, through its firewall and proxy?'],
  [/no response header|still sending/, 'Is the service up? A longer --timeout gives it more time'],
];
const otherAdvice = 'Is it the address of the service, and is it up? --wait 2m waits for it';

/** Why nothing was judged or measured, in three lines, or four where the columns are few: what was seen, how it was tried, and what to do. */
export function stoppedBlock(command: string, url: string, unanswered: string, style: TerminalStyle): string {
  const { width } = style;
  const paint = painter(style);
  const [seen, tried] = partsOf(unanswered);
  const [, todo = otherAdvice] = advice.find(([words]) => words.test(seen)) ?? [];
  const [first = '', ...more] = wrappedIn(2, `${command}: ${url} cannot be judged: ${seen}`, 0, width);
  return [
    paint('yellow', first),
    ...more.map((line) => `  ${line}`),
    ...(tried === '' ? [] : wrappedIn(1, `${tried}; npx assay doctor looks closer`, 2, width)),
    ...wrappedIn(1, `→ ${todo}`, 2, width),
  ].join('\n');
}

/** Without the code that the sentence behind it repeats. */
function plainer(text: string): string {
  return text.replaceAll(/\((E[A-Z]+): [^()]*\1[^()]*\)/g, '($1)');
}

/** What was seen, and how it was tried. */
function partsOf(unanswered: string): readonly [seen: string, tried: string] {
  const [, seen = unanswered, tried = ''] = /^(.*?)(?: \(((?:both lists|it) w[^()]*)\))?$/s.exec(unanswered) ?? [];
  const brief = tried
    .replace('both lists were asked for', 'asked')
    .replace(/, and nothing that costs .*$/, ', at no cost');
  return [plainer(seen), brief];
}

/** The first of them, for a line that says it in passing. */
export function stoppedWords(unanswered: string): string {
  return partsOf(unanswered)[0];
}
