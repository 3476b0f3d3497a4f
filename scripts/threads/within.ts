import { EventEmitter } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { delegateJobsTo } from '../../conformance/threads/bounded-thread.ts';
import type { Started } from '../../conformance/threads/start-thread.ts';
import { jobsAt } from '../../conformance/threads/watched-jobs.ts';
import { remoteTransports } from '../../conformance/http/remote-transport.ts';
import { sendFrom } from '../../conformance/http/transport.ts';
import { writeDirectly } from './direct-screen.ts';
import { setHost, type ProcessHost } from '../output/host.ts';
import { heartbeatMs, type ThreadInput, type Signalled, type ThreadMessage } from './messages.ts';

/** The program of a command's thread: sets up what it needs of its process, then runs the command. */
const { wire, jobs, screens } = (workerData as Started<ThreadInput>).data;
writeDirectly(screens);
sendFrom(remoteTransports(wire));
delegateJobsTo(jobsAt(jobs));
setHost(hostAt(parentPort));
await import('../assay.ts');

function hostAt(port: typeof parentPort): ProcessHost {
  const told = new EventEmitter();
  const tell = (word: ThreadMessage): void => port?.postMessage(word);
  port?.on('message', ({ signal }: Signalled) => told.emit(signal));
  port?.unref();
  setInterval(() => tell({ is: 'lives' }), heartbeatMs).unref();
  const heeds = (): void => tell({ is: 'heeds', signals: told.eventNames().length > 0 });
  return {
    signals: {
      on: (name, act) => {
        told.on(name, act);
        heeds();
      },
      off: (name, act) => {
        told.off(name, act);
        heeds();
      },
    },
    keepsIn: (folder) => tell({ is: 'keeps', folder }),
  };
}
