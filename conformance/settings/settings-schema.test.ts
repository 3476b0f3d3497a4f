import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formOf } from '../reading/form.ts';
import { fileNames } from './setting-names.ts';
import { settingsFrom } from './settings.ts';

const schema = JSON.parse(readFileSync(`${import.meta.dirname}/../contract/schemas/settings.schema.json`, 'utf8')) as {
  readonly properties: object;
};
const form = formOf('settings');
const env = { CI: 'false', TOKEN: 'abc', ASSAY_PUBLIC_WORD: 'constant' };

it('every setting is in the published schema of assay.yaml, and no other', () => {
  expect(Object.keys(schema.properties).toSorted()).toEqual(fileNames.toSorted());
});

it.each([
  [{ target: 'http://a', token: '${TOKEN}', only: 'speech.*', header: ['X-A: b'] }],
  [{ strict: 'http', http2: true, canary: false, concurrency: 4, 'max-credits': '1500', seed: 0 }],
  [{ timeout: '10s', wait: 5, time: '1m', rate: 0.5, warmup: 0, steps: 2, format: 'mp3', timestamps: 'kernel' }],
  [{ token: '${TOKEN}', provisioner: 'http://u:${TOKEN}@a/', header: 'X-Key: ${TOKEN}' }],
  [{ arrivals: '${ASSAY_PUBLIC_WORD}' }],
])('what is taken is taken by the schema: %j', (file) => {
  expect(settingsFrom({}, env, file)).toMatchObject({ is: 'settings' });
  expect(form(file)).toMatchObject({ is: 'formed' });
});

it.each([
  [{ token: 'abc' }, '/token is "abc", expected a text that matches ^\\$\\{\\w+\\}$'],
  [{ targets: 'http://a' }, 'it has "targets", which is not a member of it'],
  [{ strict: 'all' }, '/strict is "all", expected true, false or "http"'],
  [{ http2: 'true' }, '/http2 is "true", expected true or false'],
  [{ profile: '' }, '/profile is "", expected a text that says something'],
  [{ only: [{}] }, '/only/0 is {}, expected a string'],
  [{ concurrency: 0 }, expect.stringContaining('/concurrency is 0, expected ')],
  [{ rate: 0 }, expect.stringContaining('/rate is 0, expected ')],
  [{ format: 'mp4' }, expect.stringContaining('/format is "mp4", expected ')],
])('what is refused is refused by the schema: %j', (file, because) => {
  expect(settingsFrom({}, env, file)).toMatchObject({ is: 'invalid' });
  expect(form(file)).toEqual({ is: 'other', because });
});
