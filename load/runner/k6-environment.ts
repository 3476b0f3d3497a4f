import { withoutOwnVariables } from './child-process.ts';
import type { RunScenarioOptions } from './options.ts';

/**
 * k6's environment. The token goes this way and no other: arguments are readable by every user of the machine. A stray
 * K6_VUS or K6_DURATION of the caller would silently replace the scenario's own plan, so only the dashboard's stay.
 */
export function k6Environment(options: RunScenarioOptions, requestsPath: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutOwnVariables(options.env)).filter(
    ([name]) => !name.startsWith('K6_') || name.startsWith('K6_WEB_DASHBOARD'),
  );
  return {
    ...Object.fromEntries(inherited),
    ...scenarioVariables(options, requestsPath),
    // k6 would else ask a build service on the network for unknown extensions, and report its use.
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_NO_USAGE_REPORT: 'true',
    ...(options.http2 !== true && { GODEBUG: withSetting(options.env['GODEBUG'], 'http2client=0') }),
    ...(options.caFile !== undefined && { SSL_CERT_FILE: options.caFile }),
  };
}

function scenarioVariables(options: RunScenarioOptions, requestsPath: string): NodeJS.ProcessEnv {
  const given = {
    ASSAY_REQUESTS: requestsPath,
    ASSAY_TARGET: options.target,
    ASSAY_TOKEN: options.token,
    ASSAY_BOT: options.botId,
    ASSAY_HEADERS: options.headers && JSON.stringify(options.headers),
    ASSAY_ARRIVALS: options.arrivals,
    ASSAY_RATE: options.ratePerS,
    ASSAY_DURATION_S: options.durationS,
    ASSAY_WARMUP_S: options.warmupS,
    ASSAY_MAX_IN_FLIGHT: options.maxInFlight,
    ASSAY_MAX_LAG_MS: options.maxLagMs,
    ASSAY_TIMEOUT_MS: options.timeoutMs,
    ASSAY_SEED: options.seed,
    ASSAY_TTFT_P95_MS: options.thresholds?.ttftP95Ms,
    ASSAY_FAILURE_SHARE: options.thresholds?.failureShare,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function withSetting(settings: string | undefined, more: string): string {
  return settings ? `${settings},${more}` : more;
}
