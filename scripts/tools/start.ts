import { ensureK6 } from '../../load/runner/ensure-k6.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm start`: shows what assay does on its own reference service, whatever target this machine is set to. The streams
 * are slow enough to follow and give the load run something to time.
 */
const checked = await runAssay(['check', '--embedded']);
process.exitCode = checked;
if (checked === 0) process.exitCode = await timeStreams();

async function timeStreams(): Promise<number> {
  console.log('');
  const k6 = await ensureK6({ env: process.env }, ({ because }) => console.log(`load: ${because}`));
  if (k6.is === 'noGo') {
    console.log(`load: left out. ${k6.because}`);
    return 0;
  }
  const timed = await runAssay(['load', 'stream', '--embedded', '--duration', '10s']);
  // Code 2 means that this machine was too busy to measure, which was reported and is no failure.
  return timed === 2 ? 0 : timed;
}
