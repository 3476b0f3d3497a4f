import { closedIndex, freeAtMs, nextRequestMs } from '../plan/closed-loop.ts';
import { stepsOf } from '../plan/steps.ts';
import { openModel } from './open-model.ts';
import type { ScenarioEnvironment as Environment } from '../plan/scenario-variables.ts';

type ClosedLoop = Pick<ReturnType<typeof openModel>, 'options' | 'canary'> & {
  /** A scenario's default function: all requests of one user, through all levels. */
  readonly user: () => void;
};

/**
 * A closed loop: so many users, each of whom sends the next request at the moment that the last one was answered. That
 * moment is its intended time: what this machine takes until it is sent is lag, as in an open model.
 */
export function closedLoop(name: string, env: Environment): ClosedLoop {
  const { given, options, canary, nextUser, request } = openModel(name, env);
  const levels = stepsOf(name, given.settings);
  return {
    options,
    canary,
    user: () => {
      const user = nextUser();
      if (user === undefined) return;
      let freeMs = 0;
      for (let turn = 0; ; turn += 1) {
        const intendedMs = nextRequestMs(levels, user.place, freeMs);
        if (intendedMs === undefined) return;
        const place = closedIndex(user.place, turn, given.starts.length);
        const reply = request({ ...user, place }, 0, intendedMs);
        if (reply === null) return;
        freeMs = freeAtMs({ intendedMs, ...reply });
      }
    },
  };
}
