import { closedIndex, nextSendAtMs, nextRequestMs } from '../plan/closed-loop.ts';
import { stepsOf } from '../plan/steps.ts';
import { openModel } from './open-model.ts';
import type { ScenarioEnvironment as Environment } from '../plan/scenario-variables.ts';

type ClosedLoop = Pick<ReturnType<typeof openModel>, 'options' | 'canary'> & {
  /** The default function of a scenario: all requests of a user, through all levels. */
  readonly user: () => void;
};

/**
 * A closed loop: a number of users, each of whom sends the next request at the moment at which the previous one was
 * answered. That moment is its intended time: the time that this machine then takes to send it is lag, as in an open
 * model.
 */
export function closedLoop(name: string, env: Environment): ClosedLoop {
  const { scenarioOptions, options, canary, nextUser, request } = openModel(name, env);
  const levels = stepsOf(name, scenarioOptions.settings);
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
        const place = closedIndex(user.place, turn, scenarioOptions.starts.length);
        const reply = request({ ...user, place }, 0, intendedMs);
        if (reply === null) return;
        freeMs = nextSendAtMs({ intendedMs, ...reply });
      }
    },
  };
}
