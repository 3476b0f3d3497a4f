import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { keepResults } from './history.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 21, 5, 0, second));

describe('the history that the action keeps', () => {
  it('has of each command what a history reads, and its report, and no exchanges', () => {
    const [history, out] = [join(emptyFolder(), 'history'), emptyFolder()];
    for (const file of ['run.json', 'report.html', 'exchanges.ndjson']) writeFileSync(join(out, file), file);
    keepResults(
      history,
      [
        { name: 'check', folder: out },
        { name: 'load', folder: join(out, 'nowhere') },
      ],
      at(0),
    );
    expect(readdirSync(history)).toEqual(['2026-11-21T05-00-00-000Z']);
    const kept = join(history, '2026-11-21T05-00-00-000Z');
    expect(readdirSync(kept)).toEqual(['check']);
    expect(readdirSync(join(kept, 'check')).toSorted()).toEqual(['report.html', 'run.json']);
    expect(readFileSync(join(kept, 'check', 'run.json'), 'utf8')).toBe('run.json');
  });

  it('goes back 100 runs, and removes nothing that is not its own', () => {
    const [history, out] = [emptyFolder(), emptyFolder()];
    mkdirSync(join(history, '2020'));
    writeFileSync(join(history, 'history.html'), '');
    writeFileSync(join(out, 'run.json'), '');
    for (let second = 0; second < 103; second += 1) keepResults(history, [{ name: 'check', folder: out }], at(second));
    const names = readdirSync(history).toSorted();
    expect(names).toHaveLength(102);
    expect([names[0], names[1], names.at(-1)]).toEqual(['2020', '2026-11-21T05-00-03-000Z', 'history.html']);
  });

  it('is not a folder where there is nothing to keep', () => {
    const history = join(emptyFolder(), 'history');
    keepResults(history, [], at(0));
    expect(() => readdirSync(history)).toThrow('ENOENT');
  });
});
