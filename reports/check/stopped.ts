import type { Reason } from '../../conformance/model/run.ts';
import type { NoContact } from '../../conformance/contract/formats/reason.ts';
import { painter, type TerminalStyle } from '../text/paint.ts';
import { wrapToLines } from '../text/wrap.ts';

/** A target to which nothing more was sent, and why: it does not answer, or the token is of no use. */
export type Stopped = { readonly url: string; readonly unanswered: Reason };

/** What to do, by the way in which a target does not answer. */
const advice: Readonly<Record<NoContact, string>> = {
  dns: 'Is the host name spelt right, and does the DNS of this machine know it?',
  notTls: 'Does that port speak TLS? Without, the target begins with http://',
  tls: "Trust the certificate's authority with --ca FILE, or fix the certificate",
  refused: 'Is it up, and the port right? --wait 2m waits for a deployment to come up',
  unreachable: 'May this machine reach that address, through its firewall and proxy?',
  silent: 'Is the service up? A longer --timeout gives it more time',
  redirected: 'Give the address to which it sends its callers as --target',
};
/** What to do about a token that is of no use. */
const adviceOfToken = {
  token: 'Nothing was spent. --token or ASSAY_TOKEN gives another; npx assay doctor tries it',
  otherToken: 'Nothing was spent. --other-token or ASSAY_OTHER_TOKEN gives another',
} as const;
const otherAdvice = 'Is it the address of the service, and is it up? --wait 2m waits for it';

/** Why nothing was judged or measured, in three or four lines: what was seen, how it was tried, and what to do. */
export function stoppedBlock(command: string, { url, unanswered }: Stopped, style: TerminalStyle): string {
  const { width } = style;
  const paint = painter(style);
  const { about } = unanswered;
  const target = about?.is === 'target' ? about : undefined;
  const todo =
    about?.is === 'token' ? adviceOfToken[about.which] : target?.how === undefined ? otherAdvice : advice[target.how];
  const [first = '', ...more] = wrapToLines(
    2,
    `${command}: ${url} cannot be judged: ${observedFailureText(unanswered)}`,
    0,
    width,
  );
  return [
    paint('yellow', first),
    ...more.map((line) => `  ${line}`),
    ...(target === undefined ? [] : wrapToLines(1, `${triedText(target)}; for details run npx assay doctor`, 2, width)),
    ...wrapToLines(1, `→ ${todo}`, 2, width),
  ].join('\n');
}

function triedText({ rounds, forMs }: { readonly rounds: number; readonly forMs: number }): string {
  const times = rounds === 1 ? 'once' : rounds === 2 ? 'twice' : `${rounds} times`;
  return `tried ${times} in ${(forMs / 1_000).toFixed(1)} s, at no cost`;
}

/** What was seen, for use within another line. */
export function observedFailureText({ because, about }: Reason): string {
  return about?.is === 'target' ? about.seen : because;
}
