import { loadNames } from './setting-load.ts';

/** Raw values by flag name (`max-credits`), as the command line or the file gives them. */
export type RawSettings = Readonly<Record<string, unknown>>;

/** The environment variable of each setting that has one. */
export const environmentNames: Readonly<Record<string, string>> = {
  target: 'ASSAY_TARGET',
  token: 'ASSAY_TOKEN',
  'other-token': 'ASSAY_OTHER_TOKEN',
  'other-bot': 'ASSAY_OTHER_BOT',
  'spent-token': 'ASSAY_SPENT_TOKEN',
  provisioner: 'ASSAY_PROVISIONER',
};

/** Every name that a settings file may have. */
export const fileNames = [
  ...Object.keys(environmentNames),
  'bot',
  'only',
  'profile',
  'require',
  'strict',
  'concurrency',
  'timeout',
  'wait',
  'max-credits',
  'seed',
  'header',
  'ca',
  'http2',
  'known-failures',
  'dialect',
  'label',
  'out',
  'runs',
  'time',
  'corpus',
  ...loadNames,
];
