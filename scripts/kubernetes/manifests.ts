import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { withoutSecrets } from '../input/known-secrets.ts';
import { UsageError } from '../errors/usage-error.ts';
import { collectJobManifest, collectService } from './collect-job.ts';
import { configMapName, type Manifests } from './objects.ts';
import { labelsOf, testRunManifest } from './test-run.ts';

/** Most bytes of files in a ConfigMap, which holds 1 MiB including names. */
const mostFileBytes = 1_000_000;

/** The id of a run: a digest of all settings that its pods get. */
export function runId(of: Omit<Manifests, 'run'>): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 12);
}

/**
 * The manifests for `kubectl apply`. Throws a UsageError where a cluster would refuse them, or they would contain a
 * secret.
 */
export function manifestText(of: Manifests, comments: readonly string[]): string {
  const objects = [
    ...(of.files === undefined ? [] : [configMap(of, of.files)]),
    ...(of.claim === undefined ? [collectService(of)] : []),
    collectJobManifest(of),
    testRunManifest(of),
  ];
  const head = comments.map((line) => `# ${line}`.trimEnd()).join('\n');
  const text = `${head}\n${objects.map((each) => `---\n${yamlOf(each)}`).join('')}`;
  if (withoutSecrets(text) !== text)
    throw new UsageError(
      'the manifests would hold a secret in plain text, from --bot, --label or another flag; remove it there: tokens belong into the Secret (--secret)',
    );
  return text;
}

/** Kubernetes reads YAML 1.1, where `on` is true and `1:30` a number: such texts have to be quoted. */
function yamlOf(object: object): string {
  return stringify(object, {
    version: '1.1',
    singleQuote: true,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

function configMap(of: Manifests, files: Readonly<Record<string, string>>): object {
  const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > mostFileBytes)
    throw new UsageError(
      `--trace and --ca have ${bytes} bytes together, and a ConfigMap holds ${mostFileBytes}: give a shorter trace, or put it into an image of your own`,
    );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: configMapName(of.name), labels: labelsOf(of) },
    data: files,
  };
}
