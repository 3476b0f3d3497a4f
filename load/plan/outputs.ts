/** Further destinations to which k6 sends metrics while it runs, besides requests.ndjson. */
export const outputs = ['opentelemetry', 'prometheus'] as const;

export type Output = (typeof outputs)[number];

/** For each output: k6's name, and the prefix of the variables of k6 that configure it. */
export const outputsOfK6: { readonly [Name in Output]: { readonly flag: string; readonly variables: string } } = {
  opentelemetry: { flag: 'opentelemetry', variables: 'K6_OTEL_' },
  prometheus: { flag: 'experimental-prometheus-rw', variables: 'K6_PROMETHEUS_RW_' },
};
