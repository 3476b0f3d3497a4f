import type { Gate } from '../../load/evidence/gate.ts';
import type { Load } from '../../load/verdict/load.ts';

/** The words for `pass` claim no more than they must: the run may have judged a few checks only. */
const words = { pass: 'Conformance', fail: 'Conformance failed', inconclusive: 'Conformance inconclusive' } as const;

/** The first line of a load report with a conformance run: `Conformance failed: 2 of 240 MUST checks failed`. */
export function gateLine({ is, says, startedAt }: Gate): { readonly word: string; readonly says: string } {
  return { word: words[is], says: `${says} (check of ${startedAt.slice(0, 10)})` };
}

/** What a conformance failure means for the figures, however good they are. */
export function gateNote({ gate }: Load): string | undefined {
  if (gate === undefined || gate.is === 'pass') return undefined;
  if (gate.is === 'inconclusive') return 'It is not known whether this service conforms to its interface.';
  return 'These are figures of a service that does not keep its interface.';
}
