import type { Load } from '../../../load/verdict/load.ts';
import { escapeControls } from '../../text/visible.ts';

/** Says that users see nothing of the reply until it is complete: TTFT and gaps alone do not show that. */
export function heldBackText({ heldBack }: Pick<Load, 'heldBack'>): string | undefined {
  if (heldBack === undefined) return undefined;
  const { streams, atOnce, request } = heldBack;
  return `all events with text of ${atOnce} of ${streams} streams came at once, at the end: the service, or a proxy in front of it, holds the stream back (such as request ${escapeControls(request)})`;
}
