import type { Seen } from '../../model/check.ts';
import { spokenIn } from './spoken.ts';

/** The `contentType` of the last answer. */
export function contentTypeSeen(seen: Seen): string | undefined {
  const response = seen.at(-1)?.response;
  const contentType = response?.is === 'answer' ? spokenIn(response)?.contentType : undefined;
  return typeof contentType === 'string' ? contentType : undefined;
}
