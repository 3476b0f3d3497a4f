import { Command, CommanderError } from 'commander';
import { logged } from '../reports/log-text.ts';
import {
  caFlag,
  collect,
  comparing,
  formatFlag,
  gateFlag,
  headerFlag,
  judging,
  outFlag,
  provisionerFlag,
  selecting,
  strictFlag,
  tokenFlag,
  withCredentials,
  withTarget,
} from './flags.ts';
import { version } from './package/version.ts';
import { EarlyEnd, StorageError, UsageError } from './input/usage-error.ts';
import { guardTerminal } from './output/guard.ts';

/** Exit codes of every command, as the README lists them. */
const usageCode = 3;
const defectCode = 70;

type Run = (args: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<number>;

/** Commander's camelCase back to the names that people type, which the settings and the file share. */
function flagsOf(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** Each command's code is loaded when it is called: the first verdict should not wait for the others. */
function runs(load: () => Promise<Run>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const run = await load();
    process.exitCode = await run(command.args, flagsOf(command.opts()));
  };
}

function program(): Command {
  const assay = new Command('assay')
    .description('Does a chat-and-speech service keep its interface, and how fast is it?')
    .version(version)
    .showHelpAfterError('(npx assay --help, or npx assay COMMAND --help, lists what there is)');

  judging(assay.command('check').description('judge a service against the interface document'))
    .option('--resume <dir>', 'go on with what is missing in the folder of a run that was killed or ran out of --time')
    .option('--time <duration>', 'the most that all of it may take, such as 5m; what was found until then stays')
    .option(...outFlag)
    .option(...formatFlag)
    .option('--json', 'run.json on stdout, and human-readable output on stderr')
    .action(runs(async () => (await import('./commands/check.ts')).check));

  judging(assay.command('plan').description('what check would send, and what it costs at most; sends nothing'))
    .option('--json', 'as JSON (assay.plan/1)')
    .action(runs(async () => (await import('./commands/plan.ts')).plan));

  selecting(assay.command('discover').description('what a service does where the document leaves it open'))
    .option('--dialect <file>', 'where to write it, as YAML, or JSON for a name in .json; without it to stdout')
    .action(runs(async () => (await import('./commands/discover.ts')).discover));

  withTarget(assay.command('fuzz').description('try what nobody listed, and keep the smallest input of each mistake'))
    .option('--runs <n>', 'cases to generate; without it 1000, or as many as --time allows')
    .option('--time <duration>', 'how long to go on, such as 60s')
    .option(...provisionerFlag)
    .option('--only <glob...>', "properties by id, such as 'speech.*'; repeatable", collect)
    .option('--profile <name>', 'a named set: all, chat, stream, speech, metering')
    .option('--concurrency <n>', 'requests at once at the most; without it 64')
    .option('--http2', 'offer HTTP/2 as well')
    .option('--replay <file>', 'the inputs of this file, and nothing else')
    .option('--corpus <file>', 'inputs to try first; what is found is added')
    .option(...outFlag)
    .option(...formatFlag)
    .action(runs(async () => (await import('./commands/fuzz.ts')).fuzz));

  withTarget(
    assay.command('load').description('time a service under load').argument('[scenario]', 'which question to ask'),
  )
    .option('--rate <n>', 'users a second')
    .option('--duration <duration>', 'how long users come, such as 10s; sweep: of each level')
    .option('--arrivals <kind>', 'how users are spaced: poisson, constant or trace')
    .option('--trace <file>', 'times and bodies, one JSON object a line')
    .option('--max-in-flight <n>', 'requests under way at once, at the most')
    .option('--warmup <duration>', 'what the statistics leave out at the beginning')
    .option('--slo <bounds>', "bounds to judge, such as 'ttft.p95<800ms, gap.p99<200ms, failures<0.1%'")
    .option(
      '--content <rule>',
      "which events of a stream carry text of the reply, such as event=token, delta.text or 'type=text,text'; without it learned from a few streams",
    )
    .option('--peak <n>', 'spike: users a second within it; capacity: the last rate')
    .option('--steps <n>', 'capacity: how many rates are tried')
    .option(
      '--concurrency <levels>',
      'sweep: users of each level, such as 1,2,4,...,64, who send again when they are answered; of fewer than three users a level is longer than its 20s, unless --duration says it',
    )
    .option('--turns <n>', 'conversation: requests of one session')
    .option('--think <duration>', 'conversation: mean pause before the next request')
    .option('--mix <weights>', 'how often each operation comes, such as stream=6,chat=2,voices=1,speech=1')
    .option('--format <name>', 'the audio that speech asks for')
    .option('--same-input', 'every request says the same, so that a cache may answer')
    .option(
      '--audit',
      'a fifth of the requests repeat what another said, and a fifth come as a common client sends them: does that make a difference?',
    )
    .option('--timestamps <kind>', 'who stamps arrivals: kernel, where it can, or user')
    .option('--canary', 'time a local emitter too, whose true times are known; with user timestamps it is always there')
    .option('--no-canary', 'time no local emitter')
    .option(...provisionerFlag)
    .option('--dashboard', "show k6's own web dashboard while it runs")
    .option('--dry-run', 'print the schedule, the k6 command and the cost; send nothing')
    .option(...gateFlag)
    .option('--dialect <file>', 'what discover wrote: its rule for text of the reply is taken, and nothing learned')
    .option(...outFlag)
    .action(runs(async () => (await import('./commands/load.ts')).load));

  assay
    .command('calibrate')
    .description('up to which load this machine times events within 1 ms; load reports quote it')
    .option('--out <file>', 'another place than the one where load looks for it')
    .action(runs(async () => (await import('./commands/calibrate.ts')).calibrate));

  assay
    .command('init')
    .description('write a commented assay.yaml, and what runs it in CI')
    .option('--workflow <kind>', 'github (a workflow) or shell (a script for any system); without it both')
    .option('--target <url>', 'base URL of the service, to stand in assay.yaml')
    .option('--action <name>', 'the repository that holds assay, as owner/name@version, for the workflow')
    .option('--force', 'replace files that are there')
    .action(runs(async () => (await import('./commands/init.ts')).init));

  assay
    .command('doctor')
    .description('what is missing on this machine, and whether the target can be reached; sends nothing that costs')
    .option('--target <url>', 'base URL of the service, without /v1 (ASSAY_TARGET)')
    .option(...tokenFlag)
    .option(...provisionerFlag)
    .option('--provision', 'have the provisioner make one workspace')
    .option(...headerFlag)
    .option(...caFlag)
    .option('--timeout <duration>', 'for each look at the target, such as 5s')
    .option('--json', 'as JSON (assay.doctor/1)')
    .action(runs(async () => (await import('./commands/doctor.ts')).doctor));

  assay
    .command('serve')
    .description('run the reference service; prints one JSON line with its url and tokens')
    .option('--port <n>', 'port on the loopback interface; any free one without it')
    .option('--fault <id>', 'with one deliberate mistake')
    .option('--variant <id>', 'in a valid other form')
    .option('--first-event <duration>', 'wait before the first event of a stream')
    .option('--gap <duration>', 'wait between the events of a stream')
    .option('--events <n>', 'events of a stream')
    .option('--delay <duration>', 'wait before every answer')
    .action(runs(async () => (await import('./commands/serve.ts')).serve));

  assay
    .command('list')
    .description('checks, faults, variants and scenarios')
    .option('--faults', 'only the faults, with the checks that name them and what npm run matrix measured')
    .option('--json', 'as JSON (assay.list/1)')
    .action(runs(async () => (await import('./commands/list.ts')).list));

  assay
    .command('report')
    .description('write the reports of result folders anew, also after an interrupted run')
    .argument('[dir...]', 'result folders; segments of one load run become one, several runs stand side by side')
    .option('--out <dir>', 'folder for a run merged from segments, and for several runs side by side')
    .option('--certificates <dir>', 'a page of the certificates in a folder instead, each verified first')
    .option('--key <file>', 'with --certificates: public key of who may sign; repeatable', collect)
    .option(...gateFlag)
    .option(...formatFlag)
    .action(runs(async () => (await import('./commands/report.ts')).report));

  withCredentials(
    assay.command('certify').description('judge a whole profile, and sign what was found with its evidence'),
  )
    .option('--key <file>', 'private key to sign with (PEM); keygen makes one')
    .option('--valid-for <days>', 'how long the certificate is valid, such as 90d')
    .option(...strictFlag)
    .option('--known-failures <file>', 'known failures, which the certificate names')
    .option('--load <dir>', 'a valid load run of the same target, to go with it')
    .option(...outFlag)
    .action(runs(async () => (await import('./commands/certify.ts')).certify));

  assay
    .command('verify')
    .description('is a certificate what it claims to be? judges every finding again, sends nothing')
    .argument('[bundle]', "the bundle's folder")
    .option('--key <file>', 'public key of whoever signed (PEM)')
    .option('--at <time>', 'judge validity at another time than now')
    .action(runs(async () => (await import('./commands/verify.ts')).verify));

  assay
    .command('keygen')
    .description('a new key pair to sign certificates with')
    .option('--out <dir>', 'folder for key.pem and pub.pem; without it the current one')
    .action(runs(async () => (await import('./commands/keygen.ts')).keygen));

  comparing(
    assay.command('compare').description('what differs between two runs, and whether that is no chance'),
    assay.commands.find((command) => command.name() === 'load')?.options ?? [],
  ).action(runs(async () => (await import('./commands/compare.ts')).compare));

  for (const command of [assay, ...assay.commands])
    command
      .configureOutput({ outputError: (text, write) => write(withoutValues(text)) })
      .exitOverride()
      .allowExcessArguments(['report', 'compare'].includes(command.name()));
  return assay;
}

/** Commander repeats what it does not know, and `--tokne=…` or a word too many may be a secret. */
function withoutValues(text: string): string {
  return text.replace(/(?<=unknown option '--?[\w-]+)=[^]*(?=')/, '').replace(/(?<=but got \d+): [^]*(?=\.\n)/, '');
}

/** The exit code for what was thrown, said on stderr without a stack unless assay itself is at fault. */
function codeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageCode;
  if (error instanceof UsageError) {
    console.error(`assay: ${logged(error.message)}`);
    return usageCode;
  }
  if (error instanceof EarlyEnd) {
    console.error(`assay: ${logged(error.message)}`);
    return error.exitCode;
  }
  if (error instanceof StorageError) {
    console.error(`assay: ${logged(error.message)}`);
    return defectCode;
  }
  console.error('assay: this is a defect of assay itself; please report it with these lines:');
  console.error(error instanceof Error ? error.stack : error);
  return defectCode;
}

// A reader that went away, such as `| head`, is no reason to stop judging or to lose results.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

guardTerminal();

try {
  await program().parseAsync();
} catch (error) {
  process.exitCode = codeFor(error);
}
