import { firstContact } from '../../conformance/engine/first-contact/first-contact.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { durationText } from '../../reports/text/format.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { print } from '../output/print.ts';
import { baseUrlAdvice } from './base-url-advice.ts';
import { warnOfOrdinaryTokens } from './ordinary-tokens.ts';
import type { Target } from './target.ts';

/** Time in milliseconds without output after which a message says what is going on. */
const quietMs = 4_000;

/**
 * Sends the first requests to a target and passes each exchange to `keep`. Reports on stderr if the target asks for a
 * long wait, does not answer, or answers with web pages or redirections.
 */
export async function contactTarget(
  target: Target,
  settings: Settings,
  ca: string | undefined,
  signal: AbortSignal,
  keep: (exchange: Exchange) => void = () => undefined,
): Promise<Target> {
  if (target.embedded) return target;
  warnOfOrdinaryTokens(target);
  const { url, token, otherToken, spentToken } = target;
  const options = { ...settings, target: url, token, otherToken, spentToken, ca };
  const waits = (because: string, pauseMs: number): void =>
    print(escapeControls(`waiting ${Math.ceil(pauseMs / 1_000)} s for ${url}: ${because}`), process.stderr);
  const silence = setTimeout(() => waitsFor(url, settings.timeoutMs), quietMs);
  try {
    const { unanswered, exchanges } = await firstContact(options, signal, { waits, keep });
    const advice = baseUrlAdvice(url, exchanges);
    if (advice !== undefined) print(advice, process.stderr);
    if (unanswered !== undefined) return { ...target, unanswered };
    return advice === undefined ? target : { ...target, doubt: advice };
  } finally {
    clearTimeout(silence);
  }
}

function waitsFor(url: string, timeoutMs: number): void {
  const most = durationText(timeoutMs);
  print(
    escapeControls(`no answer from ${url} yet; each request is given ${most} (--timeout), and sent twice`),
    process.stderr,
  );
}
