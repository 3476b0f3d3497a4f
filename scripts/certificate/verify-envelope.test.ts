import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';

/** In place of Python and what it would install: refuses another key, and a certificate that was touched. */
const standIn = `#!/bin/sh
[ "$1" = -m ] && { mkdir -p "$3/bin"; printf 'exit 0\\n' > "$3/bin/pip"; cp "$0" "$3/bin/python"; chmod +x "$3/bin/pip"; exit 0; }
case $3 in */others/*) exit 1 ;; esac
test -f "$1" && test -f "$3" && ! grep -q 'AAAA' "$2/certificate.json"
`;

it('certificate:foreign makes a certificate and three questions of it, as far as that goes without Python', () => {
  const bin = join(emptyFolder(), 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'python3'), standIn, { mode: 0o755 });
  // The target of this machine must not be certified.
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter), ASSAY_TARGET: 'http://127.0.0.1:1' };
  const { status, stdout, stderr } = spawnSync('sh', [join(import.meta.dirname, 'verify-envelope.sh')], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'one accepted, two refused: as it should be\n',
    stderr: '',
  });
}, 120_000);
