import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';

/** One start of the command line, and the exit codes it may have. It has to write below `results`. */
export type SecretRun = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The text of an `assay.yaml` in its folder. */
  readonly yaml?: string;
  readonly ends: readonly number[];
  /** It runs until it is told to stop, after its first line. */
  readonly isEndless?: boolean;
};

/** The inputs of each start, with a different secret in each place. */
export type Given = {
  readonly url: string;
  /** Target, token and header fields. */
  readonly flags: readonly string[];
  /** The further tokens and the provisioner, which only some commands accept. */
  readonly moreFlags: readonly string[];
  /** The tokens as variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The same in a file that names the variables. */
  readonly yaml: string;
  readonly yamlEnv: Readonly<Record<string, string>>;
  /** Provisioners that fail and repeat their call. */
  readonly failingProvisioners: readonly string[];
  /** A secret for places where it is given by mistake. */
  readonly misplaced: string;
};

const judged = [0, 1, 2];
const refused = [3];
const few = [
  '--only',
  'auth.*',
  '--only',
  'errors.*',
  '--only',
  'stream.response/*',
  '--only',
  'metering.credit-balance/*',
];
const oneMetered = ['--only', 'metering.credit-balance/last-credit-buys-a-chat'];
const brief = ['--rate', '10', '--duration', '1s', '--warmup', '100ms'];

/**
 * Results of another command of the table that a command continues with: they take the longest, and are made only once.
 */
export const goesOnWith: Readonly<Record<string, { readonly of: string; readonly paths: readonly string[] }>> = {
  report: { of: 'check', paths: ['results/flags'] },
  reproduce: { of: 'check', paths: ['results/flags'] },
  compare: { of: 'check', paths: ['results/flags'] },
  verify: { of: 'certify', paths: ['results/public', 'pub.pem'] },
  recheck: { of: 'certify', paths: ['results/public', 'key.pem'] },
};

/**
 * Each command of the command line, started in every way that could leak a secret. A new command needs a line here,
 * which shows the output of target or settings if it has any.
 */
export const secretCommands: Readonly<Record<string, (given: Given) => readonly SecretRun[]>> = {
  check: (given) => [...checks(given), ...misplaced(given)],
  plan: ({ flags, moreFlags, env, url }) => [
    { args: ['plan', ...flags, ...moreFlags], ends: judged },
    { args: ['plan', ...flags, ...moreFlags, '--json'], ends: judged },
    { args: ['plan', '--target', url], env, ends: judged },
  ],
  discover: ({ flags, moreFlags }) => [
    { args: ['discover', ...flags, ...moreFlags, '--only', 'chat.*', '--dialect', 'results.yaml'], ends: judged },
    { args: ['discover', ...flags, ...moreFlags, '--only', 'errors.*'], ends: judged },
  ],
  fuzz: ({ flags, env, url }) => [
    { args: ['fuzz', ...flags, '--runs', '30', '--corpus', 'results.ndjson', '--out', 'results/flags'], ends: judged },
    { args: ['fuzz', '--target', url, '--runs', '10', '--out', 'results/env'], env, ends: judged },
  ],
  load: ({ flags, yaml, yamlEnv }) => [
    { args: ['load', 'stream', ...flags, ...brief, '--dry-run'], ends: judged },
    { args: onPods(flags), ends: judged },
    ...(k6IsMissing
      ? []
      : [
          { args: ['load', 'mixed', ...flags, ...brief, '--dashboard', '--out', 'results/flags'], ends: judged },
          { args: ['load', 'conversation', ...brief, '--out', 'results/file'], yaml, env: yamlEnv, ends: judged },
        ]),
  ],
  report: ({ env, misplaced: secret }) => [
    { args: ['report', 'results/flags'], env, ends: [0] },
    { args: ['report', '--history', 'results'], env, ends: [0] },
    { args: ['report', '--history', secret], env, ends: refused },
  ],
  reproduce: ({ flags, moreFlags, env, misplaced: secret }) => [
    ...['errors.secrecy/keeps-the-token', 'auth.bearer/chat-needs-it', oneMetered[1] ?? ''].map((id) => ({
      args: ['reproduce', 'results/flags', id, ...flags, ...moreFlags],
      ends: [0, 1, 125],
    })),
    // The fields of --header are missing.
    { args: ['reproduce', 'results/flags', 'auth.bearer/chat-needs-it'], env, ends: refused },
    ...[
      [secret, 'a/b'],
      ['results/flags', secret],
      ['results/flags', 'a/b', secret],
    ].map((args) => ({
      args: ['reproduce', ...args],
      env,
      ends: refused,
    })),
  ],
  compare: ({ flags, moreFlags, misplaced: secret }) => [
    { args: ['check', ...flags, '--only', 'auth.*', 'bots.*', '--out', 'results/b'], ends: judged },
    { args: ['compare', 'results/flags', 'results/b', '--out', 'results/compared'], ends: judged },
    ...[[secret], [secret, 'results/b'], ['results/flags', secret], ['results/flags', 'results/b', secret]].map(
      (args) => ({
        args: ['compare', ...args],
        ends: refused,
      }),
    ),
    // The second token instead of the token of the other service.
    ...(k6IsMissing ? [] : [{ args: [...live(flags), '--token-b', moreFlags[1] ?? ''], ends: judged }]),
  ],
  certify: ({ flags, moreFlags }) => [
    { args: ['keygen', '--out', '.'], ends: [0] },
    { args: ['certify', ...flags, '--profile', 'public', '--key', 'key.pem', '--out', 'results/public'], ends: judged },
    {
      args: ['certify', ...flags, ...moreFlags, '--profile', 'free', '--key', 'key.pem', '--out', 'results/free'],
      ends: judged,
    },
  ],
  verify: () => [
    { args: ['verify', 'results/public/bundle', '--key', 'pub.pem'], ends: [0, 3] },
    { args: ['verify', 'results/public/bundle', '--key', 'pub.pem', '--json'], ends: [0, 3] },
    { args: ['verify', 'results/public/bundle', '--key', 'pub.pem', '--deep'], ends: [0, 3] },
  ],
  recheck: ({ flags }) => [
    {
      args: ['recheck', 'results/public/bundle', ...flags, '--key', 'key.pem', '--status', 'results/status.json'],
      ends: [0, 1, 2, 3],
    },
  ],
  // It prints no secret; the key that it makes is in a file of its own.
  keygen: ({ env }) => [{ args: ['keygen', '--out', 'keys'], env, ends: [0] }],
  doctor: ({ flags, moreFlags, yaml, yamlEnv, failingProvisioners }) => [
    // The provisioner is the last flag.
    { args: ['doctor', ...flags, ...moreFlags.slice(-2), '--provision'], ends: judged },
    { args: ['doctor', '--json'], yaml, env: yamlEnv, ends: judged },
    ...failingProvisioners.map((provisioner) => ({
      args: ['doctor', ...flags, '--provisioner', provisioner, '--provision'],
      ends: [2],
    })),
  ],
  init: ({ env }) => [{ args: ['init', '--workflow', 'github'], env, ends: [0] }],
  // Only refusals: a calibration takes minutes and gets neither a target nor a token.
  calibrate: ({ misplaced: secret }) => [{ args: ['calibrate', `--token=${secret}`], ends: refused }],
  // It has one secret, which the pods have too.
  collect: ({ env, misplaced: secret }) => [
    {
      args: [...collecting, '--port', '0', '--start-within', '1s', '--out', 'results/collected/run'],
      env: { ...env, ASSAY_COLLECT_TOKEN: secret },
      ends: [2],
    },
    { args: [...collecting, '--out', 'results/wrong/run', secret], ends: refused },
  ],
  serve: ({ env }) => [{ args: ['serve'], env, ends: [0], isEndless: true }],
  list: ({ env }) => [{ args: ['list', '--json'], env, ends: [0] }],
};

const collecting = ['collect', '--pods', '2', '--run', 'r', '--within', '1s'];

/** Manifests for pods, with a target that they can reach. */
function onPods(flags: readonly string[]): readonly string[] {
  const elsewhere = flags.map((word) => word.replace('127.0.0.1', '[::ffff:7f00:1]'));
  const kubernetes = ['--kubernetes', 'run', '--pods', '2', '--image', 'assay:test', '--max-credits', '100'];
  return ['load', 'stream', ...elsewhere, ...brief, ...kubernetes, '--out', 'results/manifests'];
}

function live(flags: readonly string[]): readonly string[] {
  const [, url = '', ...others] = flags;
  const pace = ['--rate', '10', '--duration', '4s', '--warmup', '100ms', '--pairs', '4'];
  return ['compare', '--live', url, url, ...others, '--scenario', 'stream', ...pace, '--out', 'results/live'];
}

function checks({
  flags,
  moreFlags,
  env,
  yaml,
  yamlEnv,
  url,
  failingProvisioners,
  misplaced: secret,
}: Given): readonly SecretRun[] {
  const header = ['--header', `Authorization: Bearer ${secret}`];
  return [
    { args: ['check', ...flags, ...moreFlags, ...few, '--out', 'results/flags'], ends: judged },
    { args: ['check', ...flags, ...moreFlags, '--only', 'bots.*', '--json', '--out', 'results/json'], ends: judged },
    { args: ['check', '--target', url, '--only', 'auth.*', '--out', 'results/env'], env, ends: judged },
    { args: ['check', '--only', 'auth.*', '--out', 'results/file'], yaml, env: yamlEnv, ends: judged },
    { args: ['check', '--target', url, ...header, '--only', 'voices.*', '--out', 'results/header'], ends: judged },
    ...failingProvisioners.map((provisioner, at) => ({
      args: ['check', ...flags, '--provisioner', provisioner, ...oneMetered, '--out', `results/failing-${at}`],
      ends: [2],
    })),
  ];
}

/** Typing mistakes: the message has to say what is wrong without quoting the value. */
function misplaced({ url, misplaced: secret }: Given): readonly SecretRun[] {
  const { host } = new URL(url);
  const targets = [
    `http://user:${secret}@${host}`,
    `ftp://user:${secret}@${host}`,
    `http://user:${secret}@`,
    `${url}?key=${secret}`,
    `${url}/v1?key=${secret}`,
    `${url}#${secret}`,
  ].map((target) => ['--target', target]);
  const headers = [secret, `Authorization=${secret}`, `X-Key ${secret}: 1`, `Content-Length: ${secret}`].map((line) => [
    '--header',
    line,
  ]);
  const files = [
    `token: ${secret}\n`,
    `token: "${secret}\n`,
    `token: *${secret}\n`,
    `token: ${secret}: b: c\n`,
    `a: ]${secret}\n`,
    `header: ["X-Key ${secret}"]\n`,
    `- ${secret}\n`,
  ];
  return [
    ...[...targets, ...headers, ['--token', `two ${secret}`], [`--tokne=${secret}`], ['--tokne', secret], [secret]].map(
      (flags) => ({ args: ['check', ...flags], ends: refused }),
    ),
    ...files.map((yaml) => ({ args: ['check'], yaml, ends: refused })),
  ];
}
