import type { Problem } from '../../conformance/evidence/problem.ts';
import { UsageError } from '../errors/usage-error.ts';
import { TooLong } from '../reading/open-plain.ts';

/** Runs `read`; a file that exceeds the reading bounds, or is not text, becomes a problem of the bundle. */
export function withinReadBounds<T>(path: string, read: () => T): T | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError)
      return { code: error instanceof TooLong ? 2 : 1, says: error.message.replaceAll(`${path}/`, '') };
    throw error;
  }
}
