import { Command, Option } from 'commander';

/** The groups of commands in the help, by purpose. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Judge a service:': ['check', 'plan', 'discover', 'fuzz', 'reproduce', 'report'],
  'Measure it:': ['load', 'calibrate', 'compare', 'collect'],
  'Certify it:': ['certify', 'verify', 'recheck', 'keygen'],
  'Set up:': ['doctor', 'init', 'serve', 'list', 'help'],
};

const examples: Readonly<Record<string, readonly [string, string]>> = {
  check: ['check --target https://staging.example', "check --target $URL --only 'speech.*' --verbose"],
  plan: [
    'plan --target https://staging.example',
    'plan --target $URL --profile metering --provisioner $URL/workspaces',
  ],
  discover: ['discover --target $URL --dialect dialect.yaml', "discover --target $URL --only 'chat.*'"],
  fuzz: ['fuzz --target $URL --runs 5000', 'fuzz --target $URL --replay results/corpus.ndjson'],
  reproduce: [
    'reproduce results speech.speed/rejects-text',
    'reproduce results auth.bearer/chat-needs-it --target $URL',
  ],
  report: ['report results', 'report monday tuesday --out week'],
  load: [
    'load stream --target $URL --rate 20 --max-credits 2000',
    "load sweep --concurrency 1,2,4,8 --slo 'ttft.p95<800ms'",
  ],
  collect: [
    'collect --pods 4 --run 5f2d6a0c --within 5m --out checkout',
    'collect --pods 4 --run 5f2d6a0c --within 5m --volume pods --out all',
  ],
  calibrate: ['calibrate', 'calibrate --out calibration.json'],
  compare: ['compare before after', "compare --live $URL $OTHER_URL --fail-if 'ttft.p95>+5%'"],
  certify: [
    'certify --target $URL --key key.pem',
    'certify --target $URL --profile speech --key key.pem --valid-for 30d',
  ],
  verify: ['verify results/bundle --key pub.pem', 'verify results/bundle --key pub.pem --deep'],
  recheck: [
    'recheck results/bundle --target $URL --key key.pem',
    "recheck results/bundle --key key.pem --revoke 'service replaced'",
  ],
  keygen: ['keygen', 'keygen --out keys'],
  doctor: ['doctor', 'doctor --target $URL --provisioner $URL/workspaces --provision'],
  init: ['init --target https://staging.example', 'init --workflow shell'],
  serve: ['serve --port 8080', 'serve --fault speed-clamped'],
  list: ['list', 'list --faults'],
};

/** The most used flags of each command; the help lists the others after them, by topic. */
const common: Readonly<Record<string, string>> = {
  check: 'target token other-token provisioner only profile strict verbose out',
  plan: 'target token other-token provisioner only profile',
  fuzz: 'target token runs time only max-credits out',
  load: 'target token rate duration slo max-credits seed out',
  certify: 'target token other-token provisioner profile key out',
  recheck: 'target token key signer status revoke out',
  compare: 'live scenario fail-if within only json out',
};

const subjects: Readonly<Record<string, string>> = {
  'The target:':
    'target embedded token other-token spent-token token-b provisioner header ca bot other-bot timeout wait http2 max-credits',
  'What is sent, and when:':
    'rate duration until arrivals trace max-in-flight warmup peak steps turns think mix same-input seed concurrency round-trip pairs runs time corpus replay',
  'What is measured:': 'slo content timestamps canary no-canary audit no-audit gate',
  'What is judged:': 'only profile require strict known-failures dialect',
  'Earlier runs:': 'resume rerun-failed',
  'The certificate:': 'valid-for load challenge timestamp',
  'Results:': 'out format json verbose label no-script output dashboard dry-run',
  'On Kubernetes:': 'kubernetes pods image secret claim',
};

/** Flags with another meaning where a load is sent: the audio format to ask for, and the source of the content rule. */
const ofLoad: Readonly<Record<string, string>> = {
  format: 'What is sent, and when:',
  dialect: 'What is measured:',
};
const sendingLoad = ['load', 'compare'];

const commonTitle = 'Common options:';
const otherTitle = 'More options:';

/** Adds groups, and two examples for each command, to the help. */
export function withHelp(assay: Command): Command {
  const titles = Object.entries(groups);
  const titleOf = (name: string): string => titles.find(([, names]) => names.includes(name))?.[0] ?? otherTitle;
  inGroups(assay, Object.keys(groups), (item) => (item instanceof Command ? titleOf(item.name()) : undefined));
  for (const command of assay.commands) {
    const name = command.name();
    const first = Object.hasOwn(common, name) ? common[name] : undefined;
    if (first !== undefined) groupOptions(command, first.split(' '));
    const own = (examples[name] ?? []).map((line) => `  npx assay ${line}`);
    if (own.length > 0) command.addHelpText('after', `\nExamples:\n${own.join('\n')}`);
  }
  return assay;
}

function groupOptions(command: Command, first: readonly string[]): void {
  const titleOf = (name: string): string => {
    if (first.includes(name)) return commonTitle;
    const own = sendingLoad.includes(command.name()) ? ofLoad[name] : undefined;
    return own ?? Object.entries(subjects).find(([, names]) => names.split(' ').includes(name))?.[0] ?? otherTitle;
  };
  const order = [commonTitle, ...Object.keys(subjects), otherTitle];
  inGroups(command, order, (item) => (item instanceof Option ? titleOf(item.long?.slice(2) ?? '') : undefined));
}

/**
 * Groups items without their own group property, since `load` and `compare` share their options. An item without a
 * title here keeps its own group.
 */
function inGroups(command: Command, order: readonly string[], titleOf: (item: unknown) => string | undefined): void {
  command.configureHelp({
    groupItems: (_, visible, usual) => {
      const all = Map.groupBy(visible, (item) => titleOf(item) ?? usual(item));
      const others = [...all.keys()].filter((title) => !order.includes(title));
      return new Map([...others, ...order].flatMap((title) => (all.has(title) ? [[title, all.get(title) ?? []]] : [])));
    },
  });
}

/** Makes a command accept every flag of these commands too, so that a command line can be passed to it unchanged. */
export function takingFlagsOf(command: Command, others: readonly Command[]): Command {
  for (const option of others.flatMap(({ options }) => options)) {
    if (command.options.some(({ long }) => long === option.long)) continue;
    const copy = new Option(option.flags, option.description).hideHelp();
    if (option.parseArg !== undefined) copy.argParser(option.parseArg);
    command.addOption(copy);
  }
  return command;
}
