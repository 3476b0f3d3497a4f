import { ensureK6 } from '../../load/runner/ensure-k6.ts';
import { runAssay } from './run-assay.ts';

/**
 * `npm start`: what assay does, shown on its own reference service, whatever target this machine is set to. The streams
 * have a pace that a person can follow, so that the load run has something to time.
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
  // That this machine was too busy to measure has been said, and is nothing that went wrong.
  return timed === 2 ? 0 : timed;
}
