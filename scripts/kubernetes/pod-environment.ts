import type { RunScenarioOptions } from '../../load/runner/options.ts';
import { gcPercent, processVariables, scenarioVariables } from '../../load/runner/k6-environment.ts';
import type { PodNeed } from './need.ts';

/** An environment variable in Kubernetes' form. */
export type Variable = { readonly name: string; readonly value: string };

/** The paths in a pod. */
export const podPaths = {
  results: '/results',
  trace: '/assay/trace.ndjson',
  ca: '/assay/ca.pem',
  given: '/assay',
  scenarios: '/scenarios',
} as const;

/** Variables that come only from a Secret: the operator repeats other variables in a command line. */
const secretVariables = ['ASSAY_TOKEN', 'ASSAY_HEADERS'];

/** The variables that all pods share, which the scenario needs before it begins; without secrets. */
export function podEnvironment(
  options: Omit<RunScenarioOptions, 'outDir' | 'k6Path' | 'env'>,
  { k6Bytes }: Pick<PodNeed, 'k6Bytes'>,
): readonly Variable[] {
  const { trace, caFile, http2 } = options;
  const given = { ...options, outDir: podPaths.results, k6Path: 'k6', env: {} };
  const variables = {
    ...scenarioVariables(given, `${podPaths.results}/requests.ndjson`),
    ...(trace !== undefined && { ASSAY_TRACE: podPaths.trace }),
    GOGC: gcPercent,
    GOMEMLIMIT: String(k6Bytes),
    ...processVariables({ http2, caFile: caFile && podPaths.ca }),
  };
  return Object.entries(variables)
    .filter(([name]) => !secretVariables.includes(name))
    .map(([name, value]) => variable(name, value ?? ''));
}

/** Escapes `$`: Kubernetes would expand `$(NAME)` to another variable and `$$` to `$`. */
export function variable(name: string, value: string): Variable {
  return { name, value: value.replaceAll('$', '$$$$') };
}
