import { lastLines } from './child-process.ts';

export type Bundled = { readonly is: 'bundled' } | { readonly is: 'failed'; readonly because: string };

/**
 * Bundles a scenario and its imports into the single file that k6 runs. esbuild is a development dependency: the
 * published package ships the bundles that its build made with this function.
 */
export async function bundleScenario(source: string, outfile: string): Promise<Bundled> {
  try {
    const esbuild = await import('esbuild');
    await esbuild.build({
      entryPoints: [source],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      // The JavaScript engine of k6 supports neither.
      supported: { 'async-generator': false, 'for-await': false },
      external: ['k6', 'k6/*'],
      mainFields: ['module', 'main'],
      sourcemap: 'inline',
      legalComments: 'none',
      logLevel: 'silent',
    });
    return { is: 'bundled' };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { is: 'failed', because: `the scenario could not be bundled:\n${lastLines(said, 15)}` };
  }
}
