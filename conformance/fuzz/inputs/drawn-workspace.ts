import type { DrawnWorkspace } from '../../contract/formats/corpus.ts';
import { creditPrices } from '../../contract/limits.ts';
import type { Cost, Workspace } from '../../model/probe.ts';

/**
 * The name of a workspace with a generated balance. It holds the balance, so that a stored run is judged again as it was.
 * Only balances of which the document prices every use: the credits of credit-balance, and included requests.
 */
export function drawnWorkspaceName(
  { kind, credits = 0, includedRequests = 0, includedTts = 0 }: Workspace,
  at: number,
): string {
  return kind === 'credit-balance'
    ? `drawn_${at}_credits_${credits}`
    : `drawn_${at}_requests_${includedRequests}_tts_${includedTts}`;
}

/** Undefined for a name that `drawnWorkspaceName` did not give. */
export function drawnWorkspace(name: string): DrawnWorkspace | undefined {
  const [, credits] = /^drawn_\d+_credits_(\d+)$/.exec(name) ?? [];
  if (credits !== undefined) return { kind: 'credit-balance', credits: Number(credits) };
  const [, requests, speeches] = /^drawn_\d+_requests_(\d+)_tts_(\d+)$/.exec(name) ?? [];
  if (requests === undefined) return undefined;
  return { kind: 'enterprise-pooled', includedRequests: Number(requests), includedTts: Number(speeches) };
}

/** Everything that the balance covers, and the one refused use that ends a case. */
export function costOfDrawn({ credits = 0, includedRequests = 0, includedTts = 0 }: Workspace): Cost {
  return {
    chats: Math.floor(credits / creditPrices.chat) + includedRequests + 1,
    speeches: Math.floor(credits / creditPrices.speech) + includedTts + 1,
  };
}
