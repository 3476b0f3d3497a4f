import { emptyFolder } from '../testing/run-assay.testing.ts';
import { assay } from '../testing/run-assay.testing.ts';
import { killedCommands, workMs, type KilledCommand } from './commands.ts';
import { killAt, type KillResult, type Moment } from './kill.ts';

/**
 * `npm run kills [-- SEED [MOMENTS [COMMAND…]]]`: kills the real commands at random moments (50 each), and checks
 * whether anything is lost that was printed or answered a second before. Ends 1 where something is lost.
 */
const [seed = '1', moments = '50', ...named] = process.argv.slice(2);
const random = numbersFrom(Number(seed));
const key = emptyFolder();
await assay(['keygen', '--out', key]);

const keptAfterMs = 1_000;
const all: KillResult[] = [];
for (const command of killedCommands.filter((each) => named.length === 0 || named.includes(each))) {
  for (let moment = 0; moment < Number(moments); moment += 1) {
    const killed = await killAt(command, momentOf(command, random()), { key, keptAfterMs });
    all.push(killed);
    const { moment: at, answered, told, broken } = killed;
    const outcome = broken.length === 0 ? 'nothing lost' : broken.join('; ');
    console.log(
      `${command.padEnd(8)} ${String(Math.round(at.ms)).padStart(6)} ms from the ${at.from}: ${answered} answered, ${told} told; ${outcome}`,
    );
  }
}
for (const command of new Set(all.map((each) => each.command))) {
  const own = all.filter((each) => each.command === command);
  const bad = own.filter(({ broken }) => broken.length > 0);
  console.log(`${command}: ${own.length} moments, something lost at ${bad.length}`);
}
console.log(`seed ${seed}`);
process.exitCode = all.some(({ broken }) => broken.length > 0) ? 1 : 0;

/** One in ten kills comes before the command works, the others while it does. */
function momentOf(command: KilledCommand, share: number): Moment {
  return share < 0.1
    ? { from: 'start', ms: share * 10 * 1_000 }
    : { from: 'first answer', ms: ((share - 0.1) / 0.9) * workMs[command] };
}

/**
 * Pseudo-random numbers from 0 to 1, by seed (a linear congruential generator with the constants of Numerical Recipes).
 */
function numbersFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
