import { loadScenario } from '../plan/scenarios.ts';
import { scenarioOptions, type Host, type ScenarioOptions } from './options.ts';

/** The fewest variables that a scenario needs. */
export const minimalEnvironment = { ASSAY_TARGET: 'http://u:p@127.0.0.1:1/base/', ASSAY_BOT: 'b' };

const trace = '{"atMs": 0}\n{"atMs": 500, "body": {"message": "Hi"}}\n{"atMs": 1999.5}\n';

const host: Host = {
  read: (path) => (path === 'good.ndjson' ? trace : `${trace}{"atMs": 3}\n`),
  share: (_name, make) => make(),
};

/** The options that a scenario makes of these variables. `good.ndjson` is a trace of three requests. */
export function scenarioOptionsOf(env: Readonly<Record<string, string>>, name = 'stream'): ScenarioOptions {
  const scenario = loadScenario(name);
  if (scenario === undefined) throw new Error(`there is no ${name}`);
  return scenarioOptions(scenario, env, host);
}
