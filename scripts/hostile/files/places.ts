import { loadFile, loadFiles } from '../../../conformance/evidence/bundle.ts';

/** An input file, and the command that reads it. */
export type HandedFile = { readonly file: string; readonly command: string; readonly args: readonly string[] };

const few = ['<target>', '--only', 'voices.list/*', '--seed', '1'];
const brief = ['--embedded', '--rate', '5', '--duration', '1s', '--dry-run'];
const answered = ['--provisioner', 'cat answer.json'];
const place = (file: string, ...args: readonly string[]): HandedFile => ({ file, command: args[0] ?? '', args });

const bundled = ['certificate.json', 'run.json', 'findings.ndjson', 'exchanges.ndjson', 'self-test.json'];
const stamps = ['opened.tsr', 'certificate.tsr'];
const byHand = ['--revoke', 'it was replaced'];
const journal = ['findings.ndjson', 'exchanges.ndjson', 'journal.ndjson', 'workspaces.ndjson', 'run.json'];
const besidesRecords = loadFiles.filter((name) => name !== loadFile.requests);

/** Every file that a command reads. Valid files of these names are made before; `<target>` is a working service. */
export const inputFiles: readonly HandedFile[] = [
  ...journal.map((name) => place(`check/${name}`, 'report', 'check', '--format', 'ctrf,sarif,har,known-failures')),
  ...journal.map((name) => place(`check/${name}`, 'check', ...few, '--resume', 'check')),
  place('check/run.json', 'report', '--history', '.', '--out', 'page'),
  place('load/load.json', 'report', '--history', 'load', 'check', '--out', 'page'),
  place('check/run.json', 'compare', 'check', 'other', '--out', 'compared'),
  ...bundled.map((name) => place(`cert/bundle/${name}`, 'verify', 'cert/bundle', '--key', 'pub.pem')),
  place('pub.pem', 'verify', 'cert/bundle', '--key', 'pub.pem'),
  place('ca.pem', 'verify', 'cert/bundle', '--key', 'pub.pem', '--timestamp-ca', 'ca.pem'),
  place('cert/bundle/certificate.json', 'report', '--certificates', 'cert', '--key', 'pub.pem', '--out', 'page'),
  place('cert/status.json', 'verify', 'cert/bundle', '--key', 'pub.pem', '--status', 'cert/status.json'),
  place('cert/status.json', 'report', '--certificates', 'cert', '--key', 'pub.pem'),
  place('cert/status.json', 'recheck', 'cert/bundle', '--key', 'key.pem', '--status', 'cert/status.json', ...byHand),
  ...stamps.map((name) => place(`stamped/bundle/${name}`, 'verify', 'stamped/bundle', '--key', 'pub.pem')),
  ...stamps.map((name) => place(`stamped/bundle/${name}`, 'report', '--certificates', 'stamped', '--key', 'pub.pem')),
  place('stamped/bundle/certificate.tsr', 'recheck', 'stamped/bundle', '--key', 'key.pem', ...byHand),
  place('key.pem', 'certify', '--embedded', '--profile', 'public', '--key', 'key.pem', '--out', 'again'),
  place('assay.yaml', 'check', ...few, '--out', 'new'),
  place('assay.yaml', 'doctor'),
  place('expected.yaml', 'check', ...few, '--known-failures', 'expected.yaml', '--out', 'new'),
  place('dialect.yaml', 'check', ...few, '--dialect', 'dialect.yaml', '--out', 'new'),
  place('ca.pem', 'check', ...few, '--ca', 'ca.pem', '--out', 'new'),
  place('answer.json', 'check', '<target>', '--only', 'metering.character-price/*', ...answered, '--out', 'new'),
  place('answer.json', 'doctor', '<target>', ...answered, '--provision'),
  place('corpus.ndjson', 'fuzz', '<target>', '--runs', '5', '--corpus', 'corpus.ndjson', '--out', 'new'),
  place('corpus.ndjson', 'fuzz', '<target>', '--replay', 'corpus.ndjson', '--out', 'new'),
  place('trace.ndjson', 'load', 'stream', ...brief, '--arrivals', 'trace', '--trace', 'trace.ndjson'),
  place('load/requests.ndjson', 'report', 'load', '--format', 'csv'),
  place('load/requests.ndjson', 'report', 'load', 'load2', '--out', 'merged'),
  place('load/requests.ndjson', 'compare', 'load', 'load2', '--out', 'compared'),
  ...besidesRecords.map((name) => place(`load/${name}`, 'report', 'load')),
  place('check/findings.ndjson', 'report', 'load', '--gate', 'check'),
];
