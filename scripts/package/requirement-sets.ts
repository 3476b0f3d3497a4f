import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { FrozenSet, RequirementSet } from '../../conformance/evidence/requirements.ts';
import { resourceUrl } from './resources.ts';

const folder = 'conformance/contract/requirements/';

/** The requirement sets of all releases that this package contains. */
export function requirementSets(): readonly FrozenSet[] {
  return readdirSync(resourceUrl(folder))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => frozenIn(readFileSync(resourceUrl(folder + name))));
}

/** The requirement set of one release. */
export function requirementSetOf(release: string): FrozenSet {
  return frozenIn(readFileSync(resourceUrl(`${folder}${release}.json`)));
}

function frozenIn(bytes: Buffer): FrozenSet {
  const set = JSON.parse(bytes.toString('utf8')) as RequirementSet;
  return { set, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The digest of a set's ids and levels. Titles are left out, since another wording asks for the same. */
export function checksDigest({ requirements }: RequirementSet): string {
  const asked = requirements.map(({ id, level }) => `${id} ${level}\n`).toSorted();
  return createHash('sha256').update(asked.join('')).digest('hex');
}
