import type { Finding, Run } from '../../conformance/model/run.ts';
import { findingsThat } from '../check/clauses.ts';
import { worstFirst } from '../text/format.ts';

/** An element id without characters to escape, unique for each kind and name. */
export function anchorOf(kind: 'clause' | 'exchange', name: string): string {
  return `${kind}-${escaped(name, /[^a-zA-Z0-9.]/g)}`;
}

/**
 * The anchor of a check, which is its id, so that an address can be guessed: `#speech.speed/rejects-above-maximum`. No other
 * anchor has a slash. Further findings with the same id end with `~2`, `~3`, ….
 */
export function checkAnchor(id: string, nth = 1): string {
  const name = escaped(id, /[^a-zA-Z0-9./-]/g);
  return `${name.includes('/') ? name : `check/_/${name}`}${nth > 1 ? `~${nth}` : ''}`;
}

/** Returns the anchor of a finding. */
export type AnchorOf = (finding: Finding) => string;

/** The anchors of all findings; where a check has several, the worst has the anchor without a number. */
export function placesIn(run: Pick<Run, 'plan' | 'findings'>): AnchorOf {
  const inOrder = worstFirst.flatMap((is) => findingsThat(is, run));
  const places = new Map<Finding, string>();
  for (const [id, findings] of Map.groupBy(inOrder, ({ check }) => check))
    for (const [at, finding] of findings.entries()) places.set(finding, checkAnchor(id, at + 1));
  return (finding) => places.get(finding) ?? checkAnchor(finding.check);
}

function escaped(name: string, strange: RegExp): string {
  return name.replace(strange, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
