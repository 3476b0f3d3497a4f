import { expect, it } from 'vitest';
import type { DoctorView } from '../../reports/doctor.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';

const flags = ['--target', 'http://staging.test', '--timeout', '1s'];

it('says of a proxy that cannot be used what is wrong with it, and check ends 3', async () => {
  const env = { HTTP_PROXY: 'http://user:very-secret@a b' };
  const { out } = await assay(['doctor', ...flags, '--json'], { env });
  const says = 'HTTP_PROXY is a value that is not http://HOST:PORT';
  const { looks } = JSON.parse(out) as DoctorView;
  expect(looks.find(({ id }) => id === 'proxy')).toMatchObject({ is: 'missing', found: says });
  const { code, err } = await assay(['check', ...flags, '--out', emptyFolder()], { env });
  expect({ code, err }).toEqual({ code: 3, err: `assay: ${says}\n` });
  expect(out).not.toContain('very-secret');
});

it('reaches the target of a check through host:port, and says so without the password', async () => {
  const env = { HTTP_PROXY: 'me:very-secret@127.0.0.1:1' };
  const { code, out } = await assay(['check', ...flags, '--only', 'voices.*', '--out', emptyFolder()], { env });
  expect(code).toBe(2);
  expect(out).toContain('proxy 127.0.0.1:1');
  expect(out).not.toContain('very-secret');
});
