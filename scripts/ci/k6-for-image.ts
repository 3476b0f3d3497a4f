import { ensureK6, type K6Arch } from '../../load/runner/ensure-k6.ts';

/**
 * For `Containerfile`: builds k6 from these sources for the processor given as an argument in OCI terms (`amd64`,
 * `arm64`), whatever processor this machine has, into the cache (XDG_CACHE_HOME), and prints its path.
 */
const processors: Readonly<Record<string, K6Arch>> = { amd64: 'x64', arm64: 'arm64' };
const arch = processors[process.argv[2] ?? ''];
if (arch === undefined) {
  console.error(`k6-for-image: ${process.argv[2] ?? 'nothing'} is none of ${Object.keys(processors).join(', ')}`);
  process.exitCode = 3;
} else {
  const k6 = await ensureK6({ env: process.env, arch }, ({ because }) => console.error(because));
  if (k6.is === 'ready') console.log(k6.path);
  else {
    console.error(k6.because);
    process.exitCode = 3;
  }
}
