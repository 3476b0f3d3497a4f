import { firstContact } from '../../conformance/core/first-contact.ts';
import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import { visible } from '../../reports/visible.ts';
import { print } from '../terminal/print.ts';
import type { Target } from './target.ts';

/** A target that was asked whether it answers at all, with what was exchanged. */
type Asked = { readonly target: Target; readonly first: readonly Exchange[] };

/** Asks a target before anything else is. A long wait that it asks for is told on stderr, or nobody would know why. */
export async function askedTarget(
  target: Target,
  settings: Settings,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Asked> {
  if (target.embedded) return { target, first: [] };
  const { url, token, otherToken, spentToken } = target;
  const options = { ...settings, target: url, token, otherToken, spentToken, ca };
  const { exchanges, unanswered } = await firstContact(options, signal, (because, pauseMs) =>
    print(visible(`waiting ${Math.ceil(pauseMs / 1_000)} s for ${url}: ${because}`), process.stderr),
  );
  return { target: unanswered === undefined ? target : { ...target, unanswered }, first: exchanges };
}
