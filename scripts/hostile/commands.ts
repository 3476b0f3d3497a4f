import type { HostileBehaviour } from '../../fixtures/hostile/families/index.ts';
import { documentedOperations, type DocumentedOperation } from '../../fixtures/hostile/requests.ts';

/** A few checks for each operation, by plain clients and, for `all`, on raw connections. */
const checksOf: Readonly<Record<DocumentedOperation, readonly string[]>> = {
  voices: ['voices.list/*'],
  bots: ['bots.list/*'],
  chat: ['chat.reply/*', 'sessions.continue/given-id*'],
  stream: ['stream.response/*'],
  speech: ['speech.reply/*', 'speech.format/*'],
};
const rawChecks = ['transport.connections/*'];

const propertiesOf: Readonly<Record<DocumentedOperation, readonly string[]>> = {
  voices: ['errors.generated/*'],
  bots: ['chat.generated/accepts-valid'],
  chat: ['chat.generated/*', 'sessions.generated/*'],
  stream: ['stream.generated/*'],
  speech: ['speech.generated/*'],
};

/** One command against one behaviour. `out` is the folder of its results, if it has one. */
export type CommandStart = {
  readonly command: string;
  /** `<target>` stands for the address and the credentials of the target. */
  readonly args: readonly string[];
  readonly out?: string;
  /** Files that have to be in that folder afterwards. */
  readonly leaves: readonly string[];
  readonly isWhole: boolean;
  readonly signalAfterMs?: number;
};

/** The name of a run in the table. */
export function labelOf({ command, isWhole, signalAfterMs, out }: CommandStart): string {
  if (isWhole) return `whole ${command}`;
  if (signalAfterMs !== undefined) return `${command}, SIGTERM`;
  return command === 'report' || out === 'drift' ? `${command} of ${out}` : command;
}

const reports = ['run.json', 'report.html'];

/** Ten behaviours of all kinds, for commands other than check and fuzz. */
const tenOfAll: readonly string[] = [
  'accepts, reads and says nothing',
  'sends fields without end',
  'sends a body without end to all',
  'sends events without end',
  'sends 10 GB in gzip',
  'nests arrays 100,000 deep',
  'opens sessions of 10 MB',
  'speaks a WAV of 65,535 channels at 4 GHz',
  'attacks in every text',
  'echoes the token in escapes of JSON',
];

/** Behaviours for which time matters: there the whole command runs. */
const alsoWhole: readonly string[] = [
  ...tenOfAll,
  'takes 2 s for each answer',
  'calls a spent balance too many requests',
  'works for 40 connections, and falls silent',
  'answers otherwise each time',
  'falls silent in its body',
];

function operationsOf({ on }: HostileBehaviour): readonly DocumentedOperation[] {
  return on === 'all' || on.length === 0 ? documentedOperations : on;
}

/**
 * All commands to start against a behaviour. Those that read a folder come after those that write it. `asked`: checks
 * that replace those chosen for the behaviour.
 */
export function commandStartsFor(
  name: string,
  behaviour: HostileBehaviour,
  asked?: readonly string[],
): readonly CommandStart[] {
  const called = operationsOf(behaviour);
  const only = asked ?? [...called.flatMap((each) => checksOf[each]), ...(behaviour.on === 'all' ? rawChecks : [])];
  const properties = [...new Set(called.flatMap((each) => propertiesOf[each]))];
  const brief = ['<target>', '--timeout', '2s'];
  const seed = ['--seed', '1'];
  const check: CommandStart = {
    command: 'check',
    args: ['check', ...brief, ...seed, ...only.flatMap((glob) => ['--only', glob]), '--out', 'check'],
    out: 'check',
    leaves: reports,
    isWhole: false,
  };
  const isTen = tenOfAll.includes(name);
  return [
    check,
    {
      ...check,
      command: 'fuzz',
      args: [
        'fuzz',
        ...brief,
        ...seed,
        '--runs',
        '40',
        ...properties.flatMap((glob) => ['--only', glob]),
        '--out',
        'fuzz',
      ],
      out: 'fuzz',
    },
    ...(behaviour.isDead === true || alsoWhole.includes(name)
      ? [
          {
            ...check,
            command: 'check',
            args: ['check', '<target>', ...seed, '--out', 'whole'],
            out: 'whole',
            isWhole: true,
          },
        ]
      : []),
    { ...check, args: ['check', '<target>', ...seed, '--out', 'signalled'], out: 'signalled', signalAfterMs: 3_000 },
    ...loads(behaviour, brief),
    ...(isTen ? others(brief, only) : []),
  ];
}

/** Arguments of a load run of 2 s into the folder `load`. */
export const briefLoad: readonly string[] = '--rate 10 --duration 2s --warmup 100ms --no-canary --out load'.split(' ');

function loads({ load }: HostileBehaviour, brief: readonly string[]): readonly CommandStart[] {
  if (load === undefined) return [];
  const args = ['load', load, ...brief, ...briefLoad];
  return [{ command: 'load', args, out: 'load', leaves: ['load.json', 'report.html'], isWhole: false }];
}

function others(brief: readonly string[], only: readonly string[]): readonly CommandStart[] {
  const without = { leaves: [], isWhole: false };
  const globs = only.flatMap((glob) => ['--only', glob]);
  return [
    { ...without, command: 'discover', args: ['discover', ...brief, ...globs, '--dialect', 'dialect.yaml'] },
    { ...without, command: 'doctor', args: ['doctor', ...brief] },
    { ...without, command: 'keygen', args: ['keygen', '--out', '.'] },
    {
      ...without,
      command: 'certify',
      args: ['certify', ...brief, '--profile', 'free', '--key', 'key.pem', '--out', 'certified'],
      out: 'certified',
      leaves: reports,
    },
    { ...without, command: 'verify', args: ['verify', 'certified/bundle', '--key', 'pub.pem'] },
    { ...without, command: 'report', args: ['report', 'check'], out: 'check', leaves: reports },
    {
      ...without,
      command: 'report',
      args: ['report', 'signalled', '--format', 'ctrf,sarif,har,known-failures'],
      out: 'signalled',
      leaves: reports,
    },
    { ...without, command: 'compare', args: ['compare', 'check', 'whole', '--out', 'compared'] },
    {
      ...without,
      command: 'check',
      args: ['check', ...brief, ...globs, '--dialect', 'dialect.yaml', '--out', 'drift'],
      out: 'drift',
      leaves: reports,
    },
  ];
}
