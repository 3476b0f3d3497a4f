import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/**
 * How much of undici a new process has loaded after this code: files of the package, and modules of Node's own copy.
 */
function loadedBy(code: string): { readonly ofPackage: number; readonly ofNode: number } {
  const script = `
    import { createRequire } from 'node:module';
    ${code}
    const ofPackage = Object.keys(createRequire('${root}/x.js').cache).filter((file) => file.includes('/undici/')).length;
    const ofNode = process.moduleLoadList.filter((name) => name.includes('internal/deps/undici')).length;
    console.log(JSON.stringify({ ofPackage, ofNode }));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', cwd: root })) as ReturnType<
    typeof loadedBy
  >;
}

describe('the HTTP client', () => {
  it('is not loaded by what may send, before anything is sent: most commands and threads send nothing', () => {
    const code = `await import('${root}/conformance/engine/engine.ts');`;
    expect(loadedBy(code)).toEqual({ ofPackage: 0, ofNode: 0 });
  });
  it('is loaded before the first request, whose time it would be part of', () => {
    const code = `
      const { createTransport } = await import('${root}/conformance/http/transport.ts');
      await createTransport({ http2: false }).close();`;
    expect(loadedBy(code).ofPackage).toBeGreaterThan(50);
  });
  it('of Node itself is not loaded by the service', () => {
    const code = `await import('${root}/fixtures/service/index.ts');`;
    expect(loadedBy(code)).toEqual({ ofPackage: 0, ofNode: 0 });
  });
});
