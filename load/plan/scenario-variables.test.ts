import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadVariables, spelled, type ScenarioVariables } from './scenario-variables.ts';

const scenarios = `${import.meta.dirname}/../scenarios`;
const names = Object.keys(loadVariables);

it('are those of the table in load/scenarios/README.md, with the same words', () => {
  const rows = readFileSync(`${scenarios}/README.md`, 'utf8').matchAll(/^\| `(ASSAY_\w+)` \| (.*) \|$/gm);
  expect(Object.fromEntries([...rows].map(([, name, says]) => [name, says]))).toEqual(
    Object.fromEntries(Object.entries(loadVariables).map(([name, { says }]) => [name, says])),
  );
});

it('are each read by a scenario, and no others are', () => {
  const sources = readdirSync(scenarios).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const read = sources.flatMap(
    (file) => readFileSync(`${scenarios}/${file}`, 'utf8').match(/(?<=')ASSAY_\w+(?=')|ASSAY_\w+(?=: \w+[,} ])/g) ?? [],
  );
  expect([...new Set(read)].toSorted()).toEqual(names.toSorted());
});

it('are spelled as texts, without those that nobody gave', () => {
  const none = Object.fromEntries(names.map((name) => [name, undefined])) as ScenarioVariables;
  expect(spelled(none)).toEqual({});
  expect(spelled({ ...none, ASSAY_RATE: 0.5, ASSAY_AUDIT: false, ASSAY_BOT: 'b' })).toEqual({
    ASSAY_RATE: '0.5',
    ASSAY_AUDIT: 'false',
    ASSAY_BOT: 'b',
  });
});
