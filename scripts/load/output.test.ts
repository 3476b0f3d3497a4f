import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { readRequests, type Requests } from '../../load/records/reading.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { otlpHistograms, remoteWritten, startReceiver, type Receiver } from './received.testing.ts';

const brief = ['--arrivals', 'constant', '--rate', '10', '--duration', '3s', '--warmup', '200ms', '--no-canary'];

describe.skipIf(k6IsMissing)('load --output', { timeout: 120_000 }, () => {
  let service: RunningService;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startService({ pace: { firstEventMs: 5, gapMs: 2, events: 3 } });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });

  async function load(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<CommandOutput & Pick<Requests, 'records'>> {
    const out = join(emptyFolder(), 'results');
    const target = ['--target', service.url, '--token', service.token, '--bot', 'support', '--out', out];
    const said = await assay(['load', ...args, ...brief, ...target], { env });
    return { ...said, ...readRequests(readFileSync(join(out, 'requests.ndjson'), 'utf8')) };
  }

  it('opentelemetry sends each request by the names of its conventions, and no token', async () => {
    const { records } = await load(['stream', '--output', 'opentelemetry'], {
      K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
      K6_OTEL_HTTP_EXPORTER_ENDPOINT: `127.0.0.1:${receiver.port}`,
      K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
      K6_OTEL_EXPORT_INTERVAL: '1s',
    });
    const bodies = receiver.bodies('/v1/metrics');
    const last = new Map(bodies.flatMap(otlpHistograms).map((each) => [each.name, each]));
    const [first] = records;
    const gaps = records.reduce((sum, { events }) => sum + events.length - 1, 0);
    expect(first?.outcome).toBe('ok');
    expect(last.get('gen_ai.client.operation.duration')).toMatchObject({ value: records.length, unit: 'ms' });
    expect(last.get('gen_ai.client.operation.time_to_first_chunk')?.value).toBe(records.length);
    expect(last.get('gen_ai.client.operation.time_per_output_chunk')?.value).toBe(gaps);
    expect(last.get('gen_ai.client.operation.duration')?.labels['gen_ai.operation.name']).toBe('chat');
    expect(last.has('assay_ttft')).toBe(true);
    expect(Buffer.concat(bodies).includes(service.token)).toBe(false);
  });

  it('prometheus writes them in its own spelling', async () => {
    const { records } = await load(['speech', '--output', 'prometheus'], {
      K6_PROMETHEUS_RW_SERVER_URL: `http://127.0.0.1:${receiver.port}/api/v1/write`,
      K6_PROMETHEUS_RW_TREND_STATS: 'max,p(99)',
      K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
    });
    const written = receiver.bodies('/api/v1/write').flatMap(remoteWritten);
    const of = (name: string): (typeof written)[number] | undefined => written.findLast((each) => each.name === name);
    const longestMs = Math.max(...records.map(({ end, sent = 0 }) => end - sent));
    const longest = of('k6_gen_ai_client_operation_duration_max');
    expect(longest?.value).toBeCloseTo(longestMs / 1000, 5);
    expect(longest?.labels['gen_ai_operation_name']).toBe('speech');
    expect(of('k6_gen_ai_client_operation_time_to_first_chunk_max')).toBeUndefined();
  });

  it('goes on, and measures, where nobody takes the metrics', async () => {
    const { records, err } = await load(['chat', '--output', 'prometheus'], {
      K6_PROMETHEUS_RW_SERVER_URL: 'http://127.0.0.1:9/api/v1/write',
      K6_PROMETHEUS_RW_PASSWORD: 'a-secret-word',
    });
    expect(records).toHaveLength(30);
    expect(err).not.toContain('a-secret-word');
  });
});

it('an output that is none ends 3', async () => {
  const { code, err } = await assay(['load', 'stream', '--output', 'csv']);
  expect(code).toBe(3);
  expect(err).toContain('--output is "csv", expected opentelemetry or prometheus');
});
