import type { Command } from 'commander';
import { speechFormats } from '../conformance/contract/limits.ts';
import { loadScenarios } from '../load/plan/scenarios.ts';
import { sloQuantityNames } from '../load/slo/quantities.ts';
import { gateFlag, labelFlag, loadTimeoutFlag, outFlag, provisionerFlag, withTarget } from './flags.ts';

/** `rate` is left out: it is an older name of `sent`, and has another meaning in a comparison. */
const bounded = sloQuantityNames.filter((name) => name !== 'rate');

const explanations: Readonly<Record<string, string>> = {
  lag: 'how late a request was sent',
  sent: 'requests sent per second',
};

function explained(quantity: string): string {
  const meaning = explanations[quantity];
  return meaning === undefined ? quantity : `${quantity} (${meaning})`;
}

/** The flags of `load`. */
export function withLoadFlags(command: Command): Command {
  return onKubernetes(withTarget(command, loadTimeoutFlag))
    .argument('[scenario]', `what to measure: ${loadScenarios.map(({ name }) => name).join(', ')}`)
    .option(
      '--rate <n>',
      'requests that begin per second (conversation: sessions); default: 5 (speech, conversation: 1; soak: 2; voices: 20)',
    )
    .option(
      '--duration <duration>',
      'for how long new requests are started; default: 10s (conversation, spike: 30s; capacity: 80s; soak: 30m); sweep: length of each level, by default 20s, but 60s for one user and 30s for two',
    )
    .option('--arrivals <kind>', 'how requests are spaced: poisson (the default), constant, or trace (with --trace)')
    .option(
      '--trace <file>',
      'times and bodies of the requests, one JSON object per line; or a Mooncake or Azure LLM trace, of which only the times are used',
    )
    .option('--max-in-flight <n>', 'maximum of requests in flight (conversation: of sessions); default: 100')
    .option('--warmup <duration>', 'time at the start that the statistics leave out; default: a fifth, at most 10s')
    .option(
      '--slo <bounds>',
      `bounds to judge, such as 'ttft.p95<800ms, failures<0.1%'; exit code 1 if one is violated. Quantities: ${bounded.map(explained).join(', ')}`,
    )
    .option(
      '--until <precision>',
      "end as soon as the 95 % interval of a percentile is this narrow, such as 'ttft.p99±2%' (or +-2%); --duration is the longest that the run may take",
    )
    .option(
      '--content <rule>',
      "which events of a stream carry text of the reply, such as event=token, delta.text or 'type=text,text'; default: learned from a few streams",
    )
    .option('--peak <n>', 'spike: rate during the spike; capacity: the highest rate to try')
    .option('--steps <n>', 'capacity: number of rates')
    .option(
      '--concurrency <levels>',
      'sweep: how many users each level has, such as 1,2,4,...,64; a user sends the next request when the last one is answered',
    )
    .option('--turns <n>', 'conversation: requests per session; default: 4')
    .option('--think <duration>', 'conversation: mean pause before the next request; default: 2s')
    .option('--mix <weights>', 'weight of each operation, such as stream=6,chat=2,voices=1,speech=1')
    .option('--format <name>', `audio format of speech requests: ${speechFormats.join(', ')}; default: mp3`)
    .option('--same-input', 'send the same input in every request, which a cache may answer')
    .option(
      '--audit',
      'test for caching and special treatment of test traffic: a fifth of the requests repeat a message, a fifth look like curl',
    )
    .option('--no-audit', 'no audit, whatever assay.yaml says')
    .option('--timestamps <kind>', 'source of arrival timestamps: kernel (where available) or user')
    .option(
      '--canary',
      'also time a reference stream from this machine, whose true times are known, to show how exactly the instrument measures; default: only without kernel timestamps',
    )
    .option('--no-canary', 'time no reference stream')
    .option(...provisionerFlag)
    .option(
      '--output <kind>',
      'opentelemetry or prometheus: also send metrics there during the run; the address is in a variable of k6, such as K6_PROMETHEUS_RW_SERVER_URL',
    )
    .option('--dashboard', 'show the figures so far on a local page, which can stop the run')
    .option('--dry-run', 'print the schedule, the k6 command and the cost; send nothing')
    .option(...gateFlag)
    .option('--dialect <file>', 'file written by discover: use its rule for text of the reply, instead of learning one')
    .option(...labelFlag)
    .option(...outFlag);
}

/** The flags of `load` for runs on a cluster. */
function onKubernetes(command: Command): Command {
  return command
    .option(
      '--kubernetes <name>',
      'write manifests that run this load in pods of k6-operator, instead of running it; with --bot, nothing is sent to the target',
    )
    .option('--pods <n>', 'with --kubernetes: number of pods; default: as many as the calibration of this machine says')
    .option('--image <ref>', 'with --kubernetes: image of assay, as Containerfile makes it')
    .option('--secret <name>', 'with --kubernetes: Secret that holds the tokens; default: the name of the run')
    .option('--claim <name>', 'with --kubernetes: ReadWriteMany volume claim for the records, instead of sending them');
}

/** The flags of `collect`, which `load --kubernetes` writes. */
export function withCollectFlags(command: Command): Command {
  return command
    .option('--pods <n>', 'number of pods')
    .option('--run <id>', 'id of the run, which the pods have too')
    .option('--within <duration>', 'how long to wait for the last pod, from the start of the first')
    .option('--port <n>', 'port to take records on (with the token ASSAY_COLLECT_TOKEN); default: 8080')
    .option('--volume <dir>', 'folder of a volume that the pods write to, instead of sending')
    .option('--silent <duration>', 'a pod that sends nothing for this long counts as lost; default: 60s')
    .option('--start-within <duration>', 'how long to wait for the first pod; default: 1h')
    .option('--keep <duration>', 'how long to keep the folder for whoever fetches it; default: 24h')
    .option('--max-bytes <n>', 'maximum of bytes of records; default: 1 GB')
    .option(...labelFlag)
    .option(...outFlag);
}
