/** A file that people hand over, and what reads it. */
export type Place = { readonly file: string; readonly command: string; readonly args: readonly string[] };

const few = ['--embedded', '--only', 'voices.list/*', '--seed', '1'];
const brief = ['--embedded', '--rate', '5', '--duration', '1s', '--dry-run'];
const place = (file: string, ...args: readonly string[]): Place => ({ file, command: args[0] ?? '', args });

const bundled = ['certificate.json', 'run.json', 'findings.ndjson', 'exchanges.ndjson', 'self-test.json'];

/** Every file that a command reads. The lawful ones of these names are made before. */
export const places: readonly Place[] = [
  place('check/findings.ndjson', 'report', 'check'),
  place('check/exchanges.ndjson', 'report', 'check', '--format', 'ctrf,sarif,har'),
  place('check/circumstances.ndjson', 'report', 'check'),
  place('check/workspaces.ndjson', 'report', 'check'),
  place('check/run.json', 'report', 'check'),
  place('check/run.json', 'compare', 'check', 'other', '--out', 'compared'),
  ...bundled.map((name) => place(`cert/bundle/${name}`, 'verify', 'cert/bundle', '--key', 'pub.pem')),
  place('pub.pem', 'verify', 'cert/bundle', '--key', 'pub.pem'),
  place('cert/bundle/certificate.json', 'report', '--certificates', 'cert', '--key', 'pub.pem', '--out', 'page'),
  place('key.pem', 'certify', '--embedded', '--profile', 'public', '--key', 'key.pem', '--out', 'again'),
  place('assay.yaml', 'check', ...few, '--out', 'new'),
  place('assay.yaml', 'doctor'),
  place('expected.yaml', 'check', ...few, '--expected', 'expected.yaml', '--out', 'new'),
  place('dialect.yaml', 'check', ...few, '--dialect', 'dialect.yaml', '--out', 'new'),
  place('ca.pem', 'check', ...few, '--ca', 'ca.pem', '--out', 'new'),
  place('corpus.ndjson', 'fuzz', '--embedded', '--runs', '5', '--corpus', 'corpus.ndjson', '--out', 'new'),
  place('corpus.ndjson', 'fuzz', '--embedded', '--replay', 'corpus.ndjson', '--out', 'new'),
  place('trace.ndjson', 'load', 'stream', ...brief, '--arrivals', 'trace', '--trace', 'trace.ndjson'),
  place('load/requests.ndjson', 'report', 'load'),
  place('load/requests.ndjson', 'compare', 'load', 'load2', '--out', 'compared'),
  place('load/load.json', 'report', 'load'),
  place('load/gate.json', 'report', 'load'),
  place('load/environment.json', 'report', 'load'),
];
