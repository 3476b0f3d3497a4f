import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { everyCheck } from '../../conformance/every.ts';
import { setOf, setText } from '../../conformance/evidence/requirements.ts';
import { readDocument } from '../package/document.ts';
import { version } from '../package/version.ts';
import { refusalToFreeze } from './frozen-release.ts';

/** `npm run requirements`: writes the requirement set of this version, as long as it is not released. */
const folder = 'conformance/contract/requirements';
const file = `${folder}/${version}.json`;
const text = setText(setOf(everyCheck, { release: version, document: readDocument() }));
const refusal = refusalToFreeze({
  version,
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  before: existsSync(file) ? readFileSync(file, 'utf8') : undefined,
  now: text,
});
if (refusal === undefined) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  console.log(`${file}: ${everyCheck.length} requirements`);
} else {
  console.error(refusal);
  process.exitCode = 1;
}
