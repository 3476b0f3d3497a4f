import type { ReturnedWorkspaces } from '../../conformance/engine/provisioner/leases.ts';
import { pluralize } from '../../reports/text/format.ts';

/**
 * The message where not every workspace was given back to the provisioner; `keptIn` is the folder from which to try
 * again. Undefined where all were.
 */
export function unreturnedText({ total, left, because }: ReturnedWorkspaces, keptIn?: string): string | undefined {
  if (left === 0) return undefined;
  const what = `${left} of ${pluralize(total, 'workspace')} not given back to the provisioner`;
  const again = keptIn === undefined ? '' : `; npx assay report ${keptIn} tries again`;
  return `${what}: ${because ?? 'no time was left'}${again}`;
}
