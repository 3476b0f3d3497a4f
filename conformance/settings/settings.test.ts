import { describe, expect, it } from 'vitest';
import { settingsFrom, type RawSettings, type Settings } from './settings.ts';
import type { Environment } from './variables.ts';

function settings(flags: RawSettings = {}, env: Environment = {}, file: RawSettings = {}): Settings {
  const outcome = settingsFrom(flags, env, file);
  if (outcome.is === 'invalid') throw new Error(outcome.errors.join('\n'));
  return outcome.settings;
}

function errors(flags: RawSettings = {}, env: Environment = {}, file: RawSettings = {}): readonly string[] {
  const outcome = settingsFrom(flags, env, file);
  return outcome.is === 'invalid' ? outcome.errors : [];
}

describe('settings', () => {
  it('take flags before the environment, and the environment before the file', () => {
    const flags = { target: 'http://flag' };
    const env = { ASSAY_TARGET: 'http://env', ASSAY_TOKEN: 'env' };
    const file = { target: 'http://file', token: '${T}', bot: 'file' };
    const all = { ...env, T: 'file' };
    expect(settings(flags, all, file)).toMatchObject({ target: 'http://flag', token: 'env', bot: 'file' });
    expect(settings({}, all, file).target).toBe('http://env');
    expect(settings({}, { T: 'file' }, file)).toMatchObject({ target: 'http://file', token: 'file' });
  });
  it('have defaults', () => {
    expect(settings()).toMatchObject({
      target: undefined,
      concurrency: 64,
      timeoutMs: 10_000,
      strict: false,
      http2: false,
      only: [],
      headers: [],
      maxCredits: undefined,
      seed: undefined,
    });
  });
  it('read every kind of value', () => {
    const flags = {
      only: ['a*', 'b'],
      header: ['X: 1', 'Y: 2'],
      'max-credits': '0',
      timeout: '2s',
      strict: true,
      seed: '7',
    };
    expect(settings(flags)).toMatchObject({
      only: ['a*', 'b'],
      headers: [
        ['X', '1'],
        ['Y', '2'],
      ],
      maxCredits: 0,
      timeoutMs: 2_000,
      strict: true,
      seed: 7,
    });
  });
  it('take for a label what a file writes as a number, as a version may be', () => {
    expect(settings({}, {}, { label: 2.1 }).label).toBe('2.1');
    expect(settings({ label: 'x'.repeat(200) }).label).toHaveLength(200);
    expect(errors({ label: 'x'.repeat(201) })).toEqual(['--label has 201 characters, expected at most 200']);
    expect(errors({ label: '' })).toEqual(['--label is empty, expected a text']);
  });
  it('name every mistake at once', () => {
    expect(errors({ target: '', concurrency: '0', timeout: 'soon', header: 'X' })).toEqual([
      '--timeout is "soon", expected a duration such as 10s or 500ms',
      '--target is empty, expected the base URL of the service, such as https://staging.example.com',
      '--concurrency is "0", expected a whole number from 1 on',
      `--header is "…", expected 'Name: value'`,
    ]);
  });
  it('do not take an empty variable for none', () => {
    expect(errors({}, { ASSAY_TARGET: '' })).toEqual([expect.stringContaining('ASSAY_TARGET is empty')]);
    expect(errors({}, { ASSAY_TOKEN: '' })).toEqual(['ASSAY_TOKEN is empty, expected a text']);
  });
  it('drop the line end of a token, and refuse one that no header can carry', () => {
    expect(settings({}, { ASSAY_TOKEN: 'abc\n' }).token).toBe('abc');
    expect(errors({}, { ASSAY_OTHER_TOKEN: 'a b' })).toEqual([
      'ASSAY_OTHER_TOKEN has characters that no header can carry, expected visible ASCII without spaces',
    ]);
  });
});

describe('--embedded', () => {
  const env = { ASSAY_TARGET: 'http://env', ASSAY_TOKEN: 'env', ASSAY_PROVISIONER: 'make' };
  const file = {
    target: 'http://file',
    'other-token': '${NOT_SET}',
    bot: 'theirs',
    header: ['X-Key: ${NOT_SET}'],
    seed: 7,
  };
  it('beats every other target, with what belongs to it', () => {
    expect(settings({ embedded: true }, env, file)).toMatchObject({
      target: undefined,
      token: undefined,
      otherToken: undefined,
      provisioner: undefined,
      bot: undefined,
      headers: [],
      seed: 7,
    });
    expect(settings({ embedded: true }, { ASSAY_TARGET: '' }).target).toBeUndefined();
    expect(settings({ embedded: true, bot: 'sales' }, env, file).bot).toBe('sales');
  });
  it('is a mistake beside --target', () => {
    expect(errors({ embedded: true, target: 'http://flag' })).toEqual([
      '--embedded and --target name two services; give one of them',
    ]);
  });
  it('lets no secret stand in the file in the open', () => {
    expect(errors({ embedded: true }, {}, { token: 'hush' })).toHaveLength(1);
  });
});

describe('settings of load', () => {
  it('are read by their flags', () => {
    const flags = {
      rate: '2.5',
      trace: 'f.ndjson',
      slo: 'ttft.p95<1s',
      steps: '3',
      think: '1s',
      canary: false,
      warmup: '0s',
      content: 'delta.text',
    };
    expect(settings({ ...flags, 'same-input': true, format: 'wav', timeout: '3s' }).load).toMatchObject({
      ratePerS: 2.5,
      traceFile: 'f.ndjson',
      slo: 'ttft.p95<1s',
      warmupMs: 0,
      content: 'delta.text',
      steps: 3,
      thinkMs: 1_000,
      canary: false,
      sameInput: true,
      format: 'wav',
      timeoutMs: 3_000,
    });
    expect(settings({ audit: false }, {}, { audit: true }).load.audit).toBe(false);
    expect(settings({ arrivals: 'trace', trace: 'f' }).load.arrivals).toBe('trace');
    expect(settings().load).toMatchObject({ canary: undefined, sameInput: false, audit: false, timeoutMs: undefined });
  });
  it('are read from a file, the levels of a sweep as text, as one number or as a list', () => {
    const read = (value: unknown) => settings({}, {}, { audit: true, 'sweep-concurrency': value }).load;
    expect(read('1,2,...,8')).toMatchObject({ audit: true, sweepConcurrency: '1,2,...,8' });
    expect(read([1, 2, 4])).toMatchObject({ sweepConcurrency: '1,2,4' });
    expect(read(8)).toMatchObject({ sweepConcurrency: '8' });
    expect(errors({}, {}, { 'sweep-concurrency': [] })).toEqual([
      'sweep-concurrency is [], expected numbers such as 1,2,4,8',
    ]);
  });
  it.each([
    [{ arrivals: 'trace' }, '--arrivals is "trace", which needs --trace FILE too'],
    [{ arrivals: 'poisson', trace: 'f' }, '--arrivals is "poisson", expected "trace"'],
    [{ format: 'ogg' }, '--format is "ogg", expected mp3 or opus'],
    [{ timestamps: 'mine' }, '--timestamps is "mine", expected kernel or user'],
    [{ steps: '0' }, '--steps is "0", expected a whole number from 1 on'],
    [{ duration: '0s' }, '--duration is "0s", expected a duration'],
    [{ slo: '' }, '--slo is empty, expected a text'],
  ])('%j is a mistake', (flags, says) => {
    expect(errors(flags)).toEqual([expect.stringContaining(says)]);
  });
});

describe('in CI', () => {
  it('a forgotten target is never green', () => {
    expect(errors({}, { CI: 'true' })).toEqual([
      'no target was given: --target URL or ASSAY_TARGET; in CI the embedded reference service needs --embedded',
    ]);
  });
  it('the embedded service is used where it is asked for, or a target is given', () => {
    expect(settings({ embedded: true }, { CI: 'true' }).target).toBeUndefined();
    expect(errors({}, { CI: 'true' }, { target: 'http://file' })).toEqual([]);
    expect(errors({}, { CI: '' })).toEqual([]);
    expect(errors({}, { CI: 'false' })).toEqual([]);
  });
});

describe('assay.yaml', () => {
  it('holds no secret in the open', () => {
    for (const name of ['token', 'other-token']) {
      expect(errors({}, {}, { [name]: 'abc' })).toEqual([
        `assay.yaml: ${name} is written in plain text; write \${NAME} and set that variable`,
      ]);
    }
  });
  it('names variables in texts and in lists', () => {
    const file = {
      target: 'http://${HOST}/x',
      provisioner: 'http://u:${KEY}@h/x',
      header: ['X-Key: ${KEY}', 'X-Plain: 1'],
    };
    expect(settings({}, { HOST: 'h', KEY: 'k' }, file)).toMatchObject({
      target: 'http://h/x',
      provisioner: 'http://u:k@h/x',
      headers: [
        ['X-Key', 'k'],
        ['X-Plain', '1'],
      ],
      fileSecrets: [
        ['${KEY}', 'k'],
        ['${KEY}', 'k'],
      ],
    });
  });
  it('shows no variable in a report, a path or a message, unless it is one that everybody may read', () => {
    const env = { KEY: 'hush', ASSAY_PUBLIC_STAGE: 'blue', GITHUB_SHA: '1f2e', RUNNER_TEMP: '/t' };
    for (const name of ['label', 'out', 'bot', 'other-bot', 'ca', 'only', 'slo', 'known-failures'])
      for (const value of ['a${KEY}', ['b', '${GITHUB_SHA}', '${KEY}']])
        expect(errors({}, env, { [name]: value })).toContain(
          `assay.yaml: ${name} has \${KEY}, and reports or messages would show what it holds: give the flag of this setting instead, or if it is no secret, call the variable ASSAY_PUBLIC_KEY`,
        );
    expect(settings({}, { PACE: '7' }, { timeout: '${PACE}s', seed: '${PACE}' })).toMatchObject({
      timeoutMs: 7_000,
      seed: 7,
    });
    const shown = { label: '${GITHUB_SHA} on ${ASSAY_PUBLIC_STAGE}', out: '${RUNNER_TEMP}/results' };
    expect(settings({}, env, shown)).toMatchObject({ label: '1f2e on blue', out: '/t/results' });
    expect(settings({ label: 'mine' }, env, { label: '${KEY}' })).toMatchObject({ label: 'mine' });
    expect(settings({ embedded: true }, env, { bot: '${KEY}' }).bot).toBeUndefined();
    for (const name of ['CI_JOB_TOKEN', 'CI_REPOSITORY_URL', 'GITHUB_TOKEN', 'ASSAY_TOKEN', 'ASSAY_PUBLIC_'])
      expect(errors({}, { [name]: 'hush' }, { label: `\${${name}}` })).toHaveLength(1);
  });
  it('has a variable in the value of a header field only: reports show its name', () => {
    for (const line of ['${KEY}: x', 'X-${KEY}: ${KEY}', '${KEY}'])
      expect(errors({}, { KEY: 'user:hush' }, { header: ['X: 1', line] })).toEqual([
        "assay.yaml: header has ${KEY} outside of a value, and reports show the names of fields: write 'Name: ${KEY}'",
      ]);
  });
  it('has what its variables hold beside its errors, which may repeat it', () => {
    const outcome = settingsFrom({}, { KEY: 'hush' }, { target: '${KEY}', header: 'X: ${KEY}', label: '${OTHER}' });
    expect(outcome).toMatchObject({
      is: 'invalid',
      fileSecrets: [
        ['${KEY}', 'hush'],
        ['${KEY}', 'hush'],
      ],
    });
  });
  it('is named where it says what is sent to whom, what is shown and what is excused', () => {
    const file = { bot: 'b', 'other-bot': 'c', label: 'l', out: 'o', 'known-failures': 'k', seed: 1, timeout: 1 };
    expect(settings({}, {}, file).ofFile).toEqual(['bot', 'other-bot', 'label', 'out', 'known-failures']);
    expect(settings({ label: 'mine', embedded: true }, {}, file).ofFile).toEqual(['out', 'known-failures']);
  });
  it('is named where it says what is sent to whom, and may be refused its provisioner', () => {
    const file = { target: 'http://h', provisioner: 'make', header: 'X: 1' };
    expect(settings({}, {}, file)).toMatchObject({ ofFile: ['target', 'provisioner', 'header'] });
    const pinned = settings({ target: 'http://t' }, { ASSAY_PROVISIONER: 'none' }, file);
    expect(pinned).toMatchObject({ target: 'http://t', provisioner: undefined, ofFile: ['header'] });
    expect(settings({ embedded: true }, {}, file).ofFile).toEqual([]);
  });
  it('misses a variable that is not set', () => {
    expect(errors({}, {}, { header: ['X: ${NO_SUCH}'] })).toEqual([
      'assay.yaml: header needs the variable NO_SUCH, which is not set',
    ]);
    const unset = { token: '${NO_SUCH}', provisioner: '${NO_SUCH}' };
    expect(errors({}, {}, unset)).toEqual([
      'assay.yaml: token needs the variable NO_SUCH, which is not set',
      'assay.yaml: provisioner needs the variable NO_SUCH, which is not set',
    ]);
  });
  it('takes a token without its scheme', () => {
    expect(errors({ token: 'Bearer key' })).toEqual([
      '--token begins with the word Bearer, expected the token alone: leave out Bearer',
    ]);
  });
  it('knows no other settings', () => {
    expect(errors({}, {}, { tokn: 1 })).toEqual(['assay.yaml: tokn is not a setting; did you mean token?']);
    expect(errors({}, {}, { 'something-else-entirely': 1 })).toEqual([
      expect.stringMatching(/^assay\.yaml: something-else-entirely is not a setting; the settings are target, /),
    ]);
  });
  it('has switches that are true or false', () => {
    expect(errors({}, {}, { http2: 'yes' })).toEqual(['assay.yaml: http2 is "yes", expected true or false']);
    expect(settings({}, {}, { http2: true }).http2).toBe(true);
  });
  it('is strict by every level, or by HTTP too', () => {
    expect(settings({}, {}, { strict: true }).strict).toBe(true);
    expect(settings({ strict: 'http' }, {}, { strict: true }).strict).toBe('http');
    expect(errors({ strict: 'yes' })).toEqual(['--strict is "yes", expected http, or nothing for every level']);
  });
});
