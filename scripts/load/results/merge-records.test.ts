import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { writeRecords } from '../../bench/synthetic-records.ts';
import { emptyFolder } from '../../testing/run-assay.testing.ts';
import { mergeRecords, pieceBytes } from './merge-records.ts';

const [segments, each] = [8, 300];

function foldersOfSegments(): readonly string[] {
  const folder = emptyFolder();
  return Array.from({ length: segments }, (_, place) => {
    const path = join(folder, `segment-${place}`);
    mkdirSync(path);
    writeRecords(join(path, 'requests.ndjson'), each, { place, of: segments, run: `${place}`.padStart(12, '0') });
    return path;
  });
}

it('hands on records in the order in which they were intended, holding a piece of each file', () => {
  const indexes: number[] = [];
  // What a line is a part of stays in memory as long as the line.
  const held = new Set<ArrayBufferLike>();
  let ofRecords = 0;
  mergeRecords(foldersOfSegments(), ({ record, bytes }) => {
    indexes.push(record.index);
    held.add(bytes().buffer);
    ofRecords += bytes().length;
  });
  expect(indexes).toEqual(Array.from({ length: segments * each }, (_, index) => index));
  // One piece of each, and a line across the end of a piece now and then.
  expect(ofRecords).toBeGreaterThan(2 * segments * pieceBytes);
  const bytesOf = [...held].map(({ byteLength }) => byteLength).toSorted((one, other) => other - one);
  expect(bytesOf.slice(0, segments).every((size) => size <= pieceBytes)).toBe(true);
  expect(bytesOf.slice(segments).every((size) => size < pieceBytes / 8)).toBe(true);
});

it('tells of a record whose time no run can have, with its line', () => {
  const path = join(emptyFolder(), 'requests.ndjson');
  writeRecords(path, 3, { place: 0, of: 1, run: '0'.repeat(12) });
  const [header = '', first = '', second = '', ...rest] = readFileSync(path, 'utf8').split('\n');
  const damaged = second.replace(/"end":[\d.]+/, '"end":1e15');
  writeFileSync(path, [header, first, damaged, ...rest].join('\n'));
  expect(() => mergeRecords([dirname(path)], () => undefined)).toThrow(
    new RegExp(
      `^${path}, line 3: it has the time 1000000000000000 ms, and a run with the settings of its header is over after \\d+ ms: it was changed, or damaged; take the folder as load left it, or remove that line$`,
    ),
  );
});
