import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { openLeaseJournal, unreturnedMessage } from './lease-journal.ts';
import { leaseFile } from './result-files.ts';
import { folderAt } from './result-folder.ts';
import { keyFolder } from './seal.ts';

const lender = { provisioner: 'cat', cwd: '/' };

describe('what a run has not given back', () => {
  it('goes on unremembered where no key can be kept', () => {
    const path = emptyFolder();
    writeFileSync(join(path, 'assay'), 'a file in the place of the folder');
    const folder = folderAt(emptyFolder());
    const leaseJournal = openLeaseJournal(folder, lender, { XDG_STATE_HOME: path });
    leaseJournal.made('a-token');
    expect(unreturnedMessage({ total: 1, left: 1, because: 'no' }, leaseJournal, folder.path)).toBe(
      '1 of 1 workspace not given back to the provisioner: no',
    );
    expect(existsSync(join(folder.path, leaseFile))).toBe(false);
  });
  it('leaves no key where the folder vanishes meanwhile', () => {
    const env = { XDG_STATE_HOME: emptyFolder() };
    const folder = folderAt(emptyFolder());
    rmSync(folder.path, { recursive: true });
    const leaseJournal = openLeaseJournal(folder, lender, env);
    leaseJournal.made('a-token');
    leaseJournal.taken('a-token');
    expect(unreturnedMessage({ total: 1, left: 0 }, leaseJournal, folder.path)).toBeUndefined();
    expect(readdirSync(keyFolder(env))).toEqual([]);
  });
});
