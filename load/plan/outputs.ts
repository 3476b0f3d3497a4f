/** Where k6 sends metrics while it runs, besides requests.ndjson. */
export const outputs = ['opentelemetry', 'prometheus'] as const;

export type Output = (typeof outputs)[number];

/** k6's own name for each, and the variables that say where to: they are its own too. */
export const outputsOfK6: { readonly [Name in Output]: { readonly flag: string; readonly variables: string } } = {
  opentelemetry: { flag: 'opentelemetry', variables: 'K6_OTEL_' },
  prometheus: { flag: 'experimental-prometheus-rw', variables: 'K6_PROMETHEUS_RW_' },
};
