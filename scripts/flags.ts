import { Option, type Command } from 'commander';
import { formatsOf } from './input/formats.ts';

/** Flags that several commands share, so that each is described once. */

export const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const tokenFlag = ['--token <token>', 'access token (ASSAY_TOKEN)'] as const;
export const headerFlag = [
  '--header <field>',
  "'Name: value' to send with every request; repeatable",
  collect,
] as const;
export const otherTokenFlag = [
  '--other-token <token>',
  'token of a second workspace, for isolation (ASSAY_OTHER_TOKEN)',
] as const;
export const otherBotFlag = [
  '--other-bot <id>',
  'bot of the second workspace; default: the first that it lists (ASSAY_OTHER_BOT)',
] as const;
export const spentTokenFlag = [
  '--spent-token <token>',
  'token of a workspace with a balance of 0 credits (ASSAY_SPENT_TOKEN)',
] as const;
export const timeoutFlag = [
  '--timeout <duration>',
  'longest wait for the first byte of an answer, and then for each next one; an answer that is still being sent after this time is judged by what has arrived; default: 10s',
] as const;
export const loadTimeoutFlag = [
  '--timeout <duration>',
  'time limit of one request, from its sending to the end of its answer; default: 60s',
] as const;
const waitFlag = [
  '--wait <duration>',
  'wait at most this long, such as 2m, for a deployment to come up: until GET /v1/audio/voices, sent once a second without the token, gets any answer but 502, 503 or 504',
] as const;
export const http2Flag = ['--http2', 'offer HTTP/2 as well'] as const;
export const caFlag = ['--ca <file>', 'PEM file of a certificate authority to trust'] as const;

const targetFlag = [
  '--target <url>',
  'base URL of the service, without /v1 (ASSAY_TARGET); default, but not with CI set: the embedded reference service',
] as const;

export function withTarget(
  command: Command,
  timeout: readonly [string, string] = timeoutFlag,
  target: readonly [string, string] = targetFlag,
): Command {
  return command
    .option(...target)
    .option(
      '--embedded',
      'use the embedded reference service, also with CI set or a target in the environment or assay.yaml',
    )
    .option(...tokenFlag)
    .option(...headerFlag)
    .option(...caFlag)
    .option('--bot <id>', 'bot to talk to; default: the first that GET /v1/bots lists')
    .option(...timeout)
    .option(...waitFlag)
    .option('--max-credits <n>', 'the most credits to spend')
    .option('--seed <n>', 'random seed: repeats the random choices of a run');
}

export const gateFlag = [
  '--gate <dir>',
  'result folder of a check of the same target: its verdict is shown before the figures, and the worse of both exit codes counts',
] as const;

export const provisionerFlag = [
  '--provisioner <url-or-command>',
  'makes workspaces with given credits (ASSAY_PROVISIONER)',
] as const;
export const strictFlag = [
  '--strict [http]',
  'a failed HTTP obligation or SHOULD counts as a failed MUST; with http only an HTTP obligation does',
] as const;
export const outFlag = ['--out <dir>', 'folder for the results'] as const;
export const labelFlag = [
  '--label <text>',
  'name of the run in its reports, such as the version of the service',
] as const;
const ofChecks = formatsOf('check').join(', ');
export const formatFlag = ['--format <names>', `more result formats: ${ofChecks}; repeatable`, collect] as const;
/** Only check reads a list of known failures, so fuzz does not offer that format. */
const ofFuzz = formatsOf('check').filter((name) => name !== 'known-failures');
export const fuzzFormatFlag = [
  '--format <names>',
  `more result formats: ${ofFuzz.join(', ')}; repeatable`,
  collect,
] as const;
export const reportFormatFlag = [
  '--format <names>',
  `more result formats: ${ofChecks} (of check and fuzz), ${formatsOf('load').join(', ')} (of load); repeatable`,
  collect,
] as const;

export const noScriptFlag = ['--no-script', 'report.html without its script, which searches and filters'] as const;

const profileFlag = [
  '--profile <name>',
  'a named set of checks: all (the default), quick, public, free, chat, stream, speech, metering',
] as const;

/** The profile flag of `certify`, which judges whole profiles. */
export const wholeProfileFlag = [
  '--profile <name>',
  'a named set of checks: all (the default), public, free, chat, stream, speech, metering',
] as const;

export function withCredentials(command: Command, profile: readonly [string, string] = profileFlag): Command {
  return withTarget(command)
    .option(...otherTokenFlag)
    .option(...otherBotFlag)
    .option(...spentTokenFlag)
    .option(...provisionerFlag)
    .option(...profile)
    .option('--concurrency <n>', 'maximum of concurrent requests; default: 64')
    .option(...http2Flag);
}

/** The flags of `reproduce`; the folder has the other settings. */
export function withReproduceFlags(command: Command): Command {
  return command
    .option('--target <url>', 'base URL of another service than that of the run, without /v1')
    .option(...tokenFlag)
    .option(...otherTokenFlag)
    .option(...spentTokenFlag)
    .option(...provisionerFlag)
    .option(...headerFlag)
    .option(...caFlag)
    .option('--bot <id>', 'bot to talk to; default: that of the run')
    .option(...otherBotFlag)
    .option(...timeoutFlag)
    .option(...waitFlag)
    .option(...http2Flag);
}

export function withSelectFlags(command: Command): Command {
  return withCredentials(command).option(
    '--only <glob...>',
    "only checks whose ids match, such as 'speech.*'; repeatable",
    collect,
  );
}

/** The flags that `check` and its plan share. */
export function withCheckFlags(command: Command): Command {
  return withSelectFlags(command)
    .option('--require <profile>', 'exit code 2 if a check of this profile is not applicable')
    .option(...strictFlag)
    .option(
      '--known-failures <file>',
      'known failures: a list of check, reason and expires (YAML or JSON); --format known-failures writes one',
    )
    .option('--dialect <file>', 'file written by discover: report what has changed since, which is never a failure');
}

/** The flags of `load` that `compare --live` accepts for its slices. */
const liveFlags =
  'token header ca bot timeout max-credits seed rate arrivals trace max-in-flight warmup slo content peak turns think mix format same-input timestamps dialect'.split(
    ' ',
  );

/** The flags of `compare`, including those that it shares with `load`. */
export function withCompareFlags(command: Command, load: readonly Option[]): Command {
  command
    .argument('[a]', 'result folder; with --live: a URL')
    .argument('[b]', 'result folder; with --live: a URL; more folders: load runs of several releases, the oldest first')
    .option(
      '--fail-if <limits>',
      "limits of differences, such as 'ttft.p95>+5%, failures>+0.1%, wrong>+0.01%'; exit code 1 if one is exceeded",
      collect,
    )
    .option('--within <share>', 'difference that counts as the same; default: 5%')
    .option('--only <glob>', "only quantities whose names match, such as 'ttft.*'; repeatable", collect)
    .option('--json', 'compare.json on stdout, and human-readable output on stderr')
    .option(...outFlag)
    .option('--live', 'time two services in turn, slice by slice, so that drift of the machine cancels out')
    .option('--scenario <name>', 'with --live: the scenario; the flags of load apply too')
    .option('--duration <duration>', 'with --live: how long requests to each service begin; default: 2m')
    .option('--pairs <n>', 'with --live: into how many slices that is divided; default: 10')
    .option('--token-b <token>', 'with --live: access token of the second service (ASSAY_TOKEN_B)');
  for (const option of load) if (liveFlags.includes(option.name())) command.addOption(inLive(option));
  return command;
}

/** Flags whose help differs in `compare --live`: only `--fail-if` decides, and there is one scenario at one rate. */
const liveTexts: Readonly<Record<string, string>> = {
  slo: "what goodput counts, such as 'ttft.p95<800ms, failures<0.1%'; see load --help",
  peak: 'spike: rate during the spike',
};

function inLive(option: Option): Option {
  const text = liveTexts[option.name()];
  return text === undefined ? option : new Option(option.flags, text);
}
