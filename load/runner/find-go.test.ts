import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findGo } from './find-go.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-go-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says what `go version` says; its folder. */
function goSaying(name: string, line: string): string {
  const inside = join(folder, name);
  mkdirSync(inside);
  writeFileSync(join(inside, 'go'), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return inside;
}

const nowhere = join(folder, 'nowhere');
const recent = goSaying('recent', 'echo go version go1.25.1 linux/amd64');
const old = goSaying('old', 'echo go version go1.20.14 linux/amd64');
const silent = goSaying('silent', 'exec sleep 60');

describe('Go', () => {
  it('is looked for on PATH first, and then where its installers put it', async () => {
    const installed = [join(recent, 'go')];
    expect(await findGo({ PATH: recent }, [join(old, 'go')])).toEqual({ is: 'found', path: 'go', version: 'go1.25.1' });
    expect(await findGo({ PATH: nowhere }, installed)).toEqual({
      is: 'found',
      path: installed[0],
      version: 'go1.25.1',
    });
  });

  it('is too old where it cannot fetch the toolchain that is asked for, whatever else is installed', async () => {
    expect(await findGo({ PATH: `${old}:/bin` }, [join(recent, 'go')])).toEqual({
      is: 'noGo',
      because: expect.stringMatching(/^go1\.20\.14 is too old; install Go 1\.25 or newer/),
    });
  });

  it('is not there where nothing answers', async () => {
    expect(await findGo({ PATH: nowhere }, [])).toEqual({
      is: 'noGo',
      because: expect.stringMatching(/^Go was not found; install Go/),
    });
  });

  it('may be there where it gives no answer in time', async () => {
    expect(await findGo({ PATH: `${silent}:/bin:/usr/bin` }, [join(recent, 'go')], AbortSignal.timeout(300))).toEqual({
      is: 'noGo',
      because: '`go version` gave no answer in time',
      isUnknown: true,
    });
  });
});
