import { parseArgs } from 'node:util';
import { everyCheck } from '../../conformance/every.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import { matrixBaseIds } from '../matrix/bases.ts';
import { reproduceFault, type Reproduced } from './reproduced.testing.ts';

/**
 * `npm run reproduced [-- [--base BASE] [--every N] GLOB…]`: for every check, or every Nth, whether the command that
 * its finding gives reproduces the fault, and passes at the service without the fault: the valid one, or another base
 * of the matrix. Ends 1 where one does not.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: 'valid' }, every: { type: 'string', default: '1' } },
});
const base = matrixBaseIds.find((id) => id === values.base);
if (base === undefined) throw new Error(`--base is one of ${matrixBaseIds.join(', ')}`);
const every = Number(values.every);
const chosen = selectChecks(everyCheck, { only: positionals }).filter((_, at) => at % every === 0);
const all: Reproduced[] = [];
for (const check of chosen) {
  const one = await reproduceFault(check, base);
  all.push(one);
  if (isWrong(one)) console.log(JSON.stringify(one));
}
for (const by of ['curl', 'assay reproduce'] as const) {
  const own = all.filter((each) => each.by === by && each.found === 'fail');
  const wrong = own.filter(isWrong);
  const restarted = own.filter(({ isRestarted }) => isRestarted === true).filter((each) => !isWrong(each));
  const anew = restarted.length === 0 ? '' : `; of them once the service was started anew: ${restarted.length}`;
  console.log(`${by}: ${own.length - wrong.length} of ${own.length} shown again, and gone without the fault${anew}`);
}
const unfound = all.filter(({ found }) => found !== 'fail');
console.log(`not found by the probe of the check alone: ${unfound.length} of ${all.length}`);
process.exitCode = all.some(isWrong) ? 1 : 0;

function isWrong({ found, there, gone, isShown }: Reproduced): boolean {
  return found === 'fail' && (there !== 'fail' || gone !== 'pass' || isShown === false);
}
