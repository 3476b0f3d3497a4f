import { selectChecks } from '../../conformance/model/select.ts';
import { behaviours, families } from '../../fixtures/hostile/families/index.ts';
import { runAgainst } from './against.ts';
import { usualLimits } from './measure.ts';
import { keepRows, type HostileRun } from './rows.ts';
import { rowText, summaryText } from './table.ts';

/**
 * `npm run hostile [-- [--run NAME]… [--family NAME]… [--seconds N] GLOB…]`: the real commands against targets that
 * behave in every hostile way, measured from outside. Adds to `reports/out/hostile.json`; ends 1 where a stated bound
 * was broken, 3 where nothing matches.
 */
const given = process.argv.slice(2);
const valuesOf = (flag: string): readonly string[] => given.filter((_, at) => given[at - 1] === flag);
const globs = given.filter((each, at) => !each.startsWith('--') && !(given[at - 1] ?? '').startsWith('--'));

const inFamilies = valuesOf('--family');
const named = Object.entries(families)
  .filter(([family]) => inFamilies.length === 0 || inFamilies.includes(family))
  .flatMap(([, family]) => Object.keys(family).map((id) => ({ id })));
const chosen = globs.length === 0 ? named : selectChecks(named, { only: globs });
if (chosen.length === 0) {
  console.error(`hostile: ${given.join(' ')} names no behaviour of ${Object.keys(behaviours).length}`);
  process.exit(3);
}
/** A run is ended after a minute, or after `--seconds`. */
const [seconds] = valuesOf('--seconds');
const limits = seconds === undefined ? usualLimits : { ...usualLimits, timeMs: Number(seconds) * 1_000 };
const rows: HostileRun[] = [];
for (const { id } of chosen) {
  const done = await runAgainst(id, { labels: valuesOf('--run'), limits, tell: (row) => console.log(rowText(row)) });
  rows.push(...done);
  keepRows(done);
}
console.log(`\n${summaryText(rows)}`);
process.exitCode = rows.some(({ broken }) => broken.length > 0) ? 1 : 0;
