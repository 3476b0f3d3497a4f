import { Command, CommanderError } from 'commander';
import { withoutUserinfo } from '../conformance/reading/http-url.ts';
import { escapeForLog } from '../reports/text/log-text.ts';
import {
  caFlag,
  collect,
  withCompareFlags,
  formatFlag,
  fuzzFormatFlag,
  gateFlag,
  headerFlag,
  withCheckFlags,
  labelFlag,
  noScriptFlag,
  outFlag,
  provisionerFlag,
  reportFormatFlag,
  withReproduceFlags,
  withSelectFlags,
  tokenFlag,
  withTarget,
} from './flags.ts';
import { withCertifyFlags, withRecheckFlags, timestampCaFlag, withVerifyFlags } from './certificate-flags.ts';
import { withCollectFlags, withLoadFlags } from './load-flags.ts';
import { takingFlagsOf, withHelp } from './help.ts';
import { version } from './package/version.ts';
import { EarlyEnd, StorageError, UsageError } from './errors/usage-error.ts';
import { guardTerminal } from './input/guard.ts';

/** Exit codes of every command, as the README lists them. */
const usageCode = 3;
const defectCode = 70;

type Run = (args: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<number>;

/** Turns Commander's camelCase back into the names that users type and that settings and the file share. */
function flagsOf(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** Loads the code of a command when it is called: the first verdict should not wait for that of the others. */
function runs(load: () => Promise<Run>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    const run = await load();
    process.exitCode = await run(command.args, flagsOf(command.opts()));
  };
}

function program(): Command {
  const assay = new Command('assay')
    .description('Checks whether a chat-and-speech service conforms to its interface, and measures how fast it is')
    .version(version)
    .showHelpAfterError('(npx assay --help lists the commands, npx assay COMMAND --help the flags of one)');

  withCheckFlags(assay.command('check').description('check a service against the interface document'))
    .option('--resume <dir>', 'continue the run in this folder, which was killed or ran out of --time')
    .option(
      '--rerun-failed <dir>',
      'only the checks that failed, or came to no verdict, in the run of this folder, and their controls',
    )
    .option('--time <duration>', 'time limit of the whole run, such as 5m; what was not judged by then is inconclusive')
    .option(...labelFlag)
    .option(...outFlag)
    .option(...formatFlag)
    .option(...noScriptFlag)
    .option('--json', 'run.json on stdout, and human-readable output on stderr')
    .option('--verbose', 'print each failure in full, not only one for each cause')
    .action(runs(async () => (await import('./commands/check.ts')).check));

  withCheckFlags(
    assay.command('plan').description('show what check would send, its likely and its highest cost; sends nothing'),
  )
    .option(
      '--round-trip <duration>',
      'time that one request to the target takes, such as 400ms: shows how long check likely takes',
    )
    .option('--json', 'as JSON (assay.plan/1)')
    .option('--verbose', 'list each probe, what it costs and the checks that share it')
    .addHelpText(
      'after',
      '\nplan also accepts the flags of check that only concern a run, such as --wait,\n--strict and --known-failures, so that you can reuse a command line; they are\nread, and have no other effect.',
    )
    .action(runs(async () => (await import('./commands/plan.ts')).plan));

  withSelectFlags(assay.command('discover').description('record what a service does where the document leaves it open'))
    .option('--dialect <file>', 'file to write, as YAML, or as JSON if its name ends in .json; default: stdout')
    .action(runs(async () => (await import('./commands/discover.ts')).discover));

  withTarget(
    assay
      .command('fuzz')
      .description(
        'generate requests from the document, and report each defect with the smallest request that shows it',
      ),
  )
    .option('--runs <n>', 'cases to generate; default: 1000, or as many as --time allows')
    .option('--time <duration>', 'how long to generate cases, such as 60s')
    .option(...provisionerFlag)
    .option('--only <glob...>', "only properties whose ids match, such as 'speech.*'; repeatable", collect)
    .option('--profile <name>', 'a named set of properties: all, chat, stream, speech, metering')
    .option('--concurrency <n>', 'maximum of concurrent requests; default: 64')
    .option('--http2', 'offer HTTP/2 as well')
    .option('--replay <file>', 'send only the inputs of this file, such as corpus.ndjson of a run')
    .option('--corpus <file>', 'file of inputs to send first; inputs that show a defect are added')
    .option(...labelFlag)
    .option(...outFlag)
    .option(...fuzzFormatFlag)
    .option(...noScriptFlag)
    .action(runs(async () => (await import('./commands/fuzz.ts')).fuzz));

  withLoadFlags(assay.command('load').description('measure a service under load')).action(
    runs(async () => (await import('./commands/load.ts')).load),
  );

  withCollectFlags(
    assay.command('collect').description('receive the records of the pods of a run, and report them as one run'),
  ).action(runs(async () => (await import('./commands/collect.ts')).collect));

  assay
    .command('calibrate')
    .description('find the highest load at which this machine times events to within 1 ms; load reports quote it')
    .option('--out <file>', 'file to write instead of the one that load reads')
    .action(runs(async () => (await import('./commands/calibrate.ts')).calibrate));

  assay
    .command('init')
    .description('write a commented assay.yaml and the files that run it in CI')
    .option('--workflow <kind>', 'github (a workflow) or shell (a script for any system); default: both')
    .option('--target <url>', 'base URL of the service, for assay.yaml')
    .option('--action <name>', 'repository of assay for the workflow, as owner/name@version')
    .option('--force', 'replace existing files')
    .action(runs(async () => (await import('./commands/init.ts')).init));

  assay
    .command('doctor')
    .description(
      'report what is missing on this machine and whether the target is reachable; sends nothing that costs credits',
    )
    .option('--target <url>', 'base URL of the service, without /v1 (ASSAY_TARGET)')
    .option(...tokenFlag)
    .option(...provisionerFlag)
    .option('--provision', 'make one workspace with the provisioner')
    .option(...headerFlag)
    .option(...caFlag)
    .option('--timeout <duration>', 'time limit of each request to the target, such as 5s')
    .option('--json', 'as JSON (assay.doctor/1)')
    .addHelpText(
      'after',
      '\ndoctor also accepts every flag of check, fuzz, load and certify, so that you\ncan reuse a command line; those that only concern such a run have no effect.',
    )
    .action(runs(async () => (await import('./commands/doctor.ts')).doctor));

  assay
    .command('serve')
    .description('run the reference service; prints one JSON line with its url and tokens')
    .option('--port <n>', 'port on the loopback interface; default: any free one')
    .option('--fault <id>', 'run it with one fault, a defect planted in it', collect)
    .option('--variant <id>', 'run it as one valid variant', collect)
    .option('--first-event <duration>', 'delay of the first event of a stream')
    .option('--gap <duration>', 'delay between the events of a stream')
    .option('--events <n>', 'number of events of a stream')
    .option('--delay <duration>', 'delay of every answer')
    .action(runs(async () => (await import('./commands/serve.ts')).serve));

  assay
    .command('list')
    .description('list checks, faults, variants and scenarios')
    .option(
      '--faults',
      'only the faults: the checks that name each one, and those that found it when all were run against it (npm run matrix)',
    )
    .option('--json', 'as JSON (assay.list/1)')
    .action(runs(async () => (await import('./commands/list.ts')).list));

  assay
    .command('report')
    .description(
      'write the reports of result folders again, also after an interrupted run; ends with 0 whatever they say, unless --gate',
    )
    .argument('[dir...]', 'result folders; segments of one load run are merged, several runs are shown side by side')
    .option('--out <dir>', 'folder for a run merged from segments, for several runs side by side, and for --history')
    .option('--history', 'write a page of these runs over time instead; a folder may also hold result folders')
    .option('--json', 'with --history: history.json on stdout, and human-readable output on stderr')
    .option('--certificates <dir>', 'write a page of the certificates in this folder instead; each is verified first')
    .option('--key <file>', 'with --certificates: public key of an accepted signer; repeatable', collect)
    .option(
      '--status-key <file>',
      'with --certificates: public key of whoever keeps the status list, who is no signer by it; default: that of --key, if there is one only',
    )
    .option(...timestampCaFlag)
    .option(...gateFlag)
    .option(...reportFormatFlag)
    .option(...noScriptFlag)
    .action(runs(async () => (await import('./commands/report.ts')).report));

  withReproduceFlags(
    assay
      .command('reproduce')
      .description(
        'send the requests of a failure again: exit code 1 while the failure is there, 0 when it is gone, 125 when that could not be decided',
      )
      .argument('[dir]', 'result folder of check, certify or fuzz')
      .argument('[check]', 'id of a check that it judged'),
  ).action(runs(async () => (await import('./commands/reproduce.ts')).reproduce));

  withCertifyFlags(
    assay.command('certify').description('check a whole profile, and sign the results with their evidence'),
  ).action(runs(async () => (await import('./commands/certify.ts')).certify));

  withVerifyFlags(
    assay
      .command('verify')
      .description('verify a certificate: judges every finding again, sends nothing to the service'),
  ).action(runs(async () => (await import('./commands/verify.ts')).verify));

  withRecheckFlags(
    assay
      .command('recheck')
      .description('run the checks of a certificate again, and update its status in a signed status list'),
  ).action(runs(async () => (await import('./commands/recheck.ts')).recheck));

  assay
    .command('keygen')
    .description('make a key pair to sign certificates with')
    .option('--out <dir>', 'folder for key.pem and pub.pem; default: the current one')
    .action(runs(async () => (await import('./commands/keygen.ts')).keygen));

  withCompareFlags(
    assay
      .command('compare')
      .description(
        'show what differs between two runs, and whether chance can explain it; of three or more load runs, which run changed which figure',
      ),
    assay.commands.find((command) => command.name() === 'load')?.options ?? [],
  ).action(runs(async () => (await import('./commands/compare.ts')).compare));

  const named = (...names: readonly string[]): readonly Command[] =>
    assay.commands.filter((command) => names.includes(command.name()));
  for (const doctor of named('doctor')) takingFlagsOf(doctor, named('check', 'fuzz', 'load', 'certify'));
  withHelp(assay);
  for (const command of [assay, ...assay.commands])
    command
      .configureOutput({ outputError: (text, write) => write(withoutUserinfo(withoutValues(text))) })
      .exitOverride()
      .allowExcessArguments(['report', 'compare'].includes(command.name()));
  return assay;
}

/** Commander repeats unknown words, and `--tokne=…` or an extra word may be a secret. */
function withoutValues(text: string): string {
  return text
    .replace(/(?<=unknown option '--?[\w-]+)=[^]*(?=')/, '')
    .replace(/(?<=but got \d+): [^]*(?=\.\n)/, (words) =>
      /https?:\/\//.test(words) ? '; give a URL with --target' : '',
    );
}

/** Prints the error on stderr, with a stack only if assay itself is at fault, and returns the exit code. */
function codeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageCode;
  if (error instanceof UsageError) {
    console.error(`assay: ${escapeForLog(withoutUserinfo(error.message))}`);
    return usageCode;
  }
  if (error instanceof EarlyEnd) {
    console.error(`assay: ${escapeForLog(error.message)}`);
    return error.exitCode;
  }
  if (error instanceof StorageError) {
    console.error(`assay: ${escapeForLog(error.message)}`);
    return defectCode;
  }
  console.error('assay: this is a defect of assay itself; please report it with these lines:');
  console.error(error instanceof Error ? error.stack : error);
  return defectCode;
}

// A reader that has gone, such as `| head`, must not stop the judging or lose results.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// A failed write, such as to a full disk, must change the exit code: scripts may read only that.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  console.error(`assay: stdout could not be written: ${error.message}`);
  process.once('exit', () => (process.exitCode ||= defectCode));
});

guardTerminal();

try {
  await program().parseAsync();
} catch (error) {
  process.exitCode = codeFor(error);
}
