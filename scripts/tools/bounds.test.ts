import { expect, it } from 'vitest';
import { jsonBounds } from '../../conformance/reading/bounded-json.ts';
import { maxCodings } from '../../conformance/bodies/content.ts';
import { maxIdLength } from '../../conformance/reading/id-bound.ts';
import { maxAnswerBytes } from '../../conformance/engine/provisioner/ask.ts';
import { countText } from '../../conformance/reading/count-text.ts';
import { boundTexts, wireBounds } from '../../conformance/reading/wire-bounds.ts';
import { decodingBounds } from '../../conformance/expectations/audio/read-audio.ts';
import { mostRecordBytes, recordBytes, roomForRecords } from '../../load/runner/run-scenario.ts';
import { mostMemory, referenceMemory } from '../hostile/bounds.ts';
import { sizeText } from '../../reports/text/size.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { textOfFile } from '../testing/documentation.testing.ts';
import { yamlBounds } from '../reading/yaml-values.ts';

const guide = textOfFile('conformance/README.md');
const { frames, headBytes, fields, interim, besideBytes, bodyBytes, runBytes, runHeadBytes } = wireBounds;
const file = fileBounds;

it.each([
  ['memory of `check`, `fuzz`, `discover`, `doctor`, `verify` and `report`', sizeText(mostMemory)],
  [
    'one answer',
    `a header of ${sizeText(headBytes)} and ${countText(fields)} fields, ${interim} interim answers, ${sizeText(besideBytes)} of chunk extensions, ${sizeText(besideBytes)} of trailer fields, a body of ${sizeText(bodyBytes)}`,
  ],
  ['bodies of all answers of a run, stored or being received', sizeText(runBytes)],
  ['id of a bot or a session that is sent back', `${countText(maxIdLength)} letters`],
  [
    'decoding audio',
    `${decodingBounds.ms / 1_000} s of processor time (with Node before 24.6: ${decodingBounds.ms / 1_000} s), ${sizeText(decodingBounds.growthBytes)} of memory; after ${decodingBounds.mostEnded} that take more, no further audio is decoded`,
  ],
  [
    'content codings of an answer',
    `${maxCodings}, one inside the other, ${sizeText(bodyBytes)} when decoded; ${countText(frames)} frames of zstd`,
  ],
  ['JSON of a target', `nested ${countText(jsonBounds.depth)} deep, ${countText(jsonBounds.values)} values`],
  ['answer of a provisioner', sizeText(maxAnswerBytes)],
  [
    '`assay.yaml`, `--known-failures`, `--dialect`',
    `${sizeText(file.yamlBytes)}, nested ${yamlBounds.depth} deep, ${yamlBounds.aliases} aliases`,
  ],
  [
    'records of a `load` run',
    `${sizeText(mostRecordBytes)}, or ${sizeText(recordBytes)} for each planned request if that is more: the run ends there, and reports it`,
  ],
  ['a key, `--ca`', sizeText(file.pemBytes)],
  ['`--corpus`, `--replay`', `${sizeText(file.corpusBytes)}, each line ${sizeText(file.lineBytes)}`],
  ['`--trace`', sizeText(file.traceBytes)],
  [
    'files of a result folder',
    `exchanges ${sizeText(file.journalBytes)}, each line ${sizeText(file.journalLineBytes)}; findings and journal.ndjson ${sizeText(file.findingsBytes)} each; any other JSON ${sizeText(file.jsonBytes)}`,
  ],
])('the guide states the bound of %s as the code has it', (what, bound) => {
  const line = `| ${what} | ${bound} |`;
  expect(guide.includes(line), `conformance/README.md has to contain ${line}`).toBe(true);
});

it('the guide states what a check of the reference service takes', () => {
  expect(guide.replaceAll('\n', ' ')).toContain(`takes less than ${sizeText(referenceMemory)} on a machine`);
});

it('says of a pipe how long it is waited for', () => {
  expect(guide).toContain(`given\nup after ${file.pipeMs / 1_000} s without data.`);
});

it('says what passed a bound in words that name it', () => {
  expect([100, 1_000_000].map(roomForRecords)).toEqual([mostRecordBytes, 1_000_000 * recordBytes]);
  expect(Object.values(boundTexts)).toEqual([
    `the header did not end within ${sizeText(headBytes)}`,
    `a header of more than ${countText(fields)} fields`,
    `more than ${interim} interim answers, and no other`,
    `chunk extensions of more than ${sizeText(besideBytes)}`,
    `trailer fields of more than ${sizeText(besideBytes)}`,
    `a zstd body of more than ${countText(frames)} frames`,
    `more than ${sizeText(bodyBytes)} on one connection`,
    `more than the ${sizeText(runHeadBytes)} of long headers that are kept of a run`,
    `more than is left of the ${sizeText(runBytes)} that are kept of a run`,
  ]);
});
