import { everyCheck } from '../../conformance/every.ts';
import { selected } from '../../conformance/model/select.ts';
import { reproducedOf, type Reproduced } from './reproduced.testing.ts';

/**
 * `npm run reproduced [-- GLOB…]`: of every check whether the finding of its fault is shown again by what it says to run, and
 * passes at the valid service. Ends 1 where one is not.
 */
const globs = process.argv.slice(2);
const chosen = globs.length === 0 ? everyCheck : selected(everyCheck, { only: globs });
const all: Reproduced[] = [];
for (const check of chosen) {
  const one = await reproducedOf(check);
  all.push(one);
  if (isWrong(one)) console.log(JSON.stringify(one));
}
for (const by of ['curl', 'assay reproduce'] as const) {
  const own = all.filter((each) => each.by === by && each.found === 'fail');
  const wrong = own.filter(isWrong);
  console.log(`${by}: ${own.length - wrong.length} of ${own.length} shown again, and gone at the valid service`);
}
const unfound = all.filter(({ found }) => found !== 'fail');
console.log(`not found by the probe of the check alone: ${unfound.length} of ${all.length}`);
process.exitCode = all.some(isWrong) ? 1 : 0;

function isWrong({ found, there, gone, isShown }: Reproduced): boolean {
  return found === 'fail' && (there !== 'fail' || gone !== 'pass' || isShown === false);
}
