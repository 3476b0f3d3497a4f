/** What other programs, and people, may well call theirs. */
export const namedLikeOthers: readonly string[] = ['report.html', 'summary.md', 'junit.xml'];

/**
 * Every file that a command keeps in its result folder. What is derived from one that an earlier run left, such as
 * gate.json or canary.ndjson, would be told of the new one.
 */
export const resultFiles: readonly string[] = [
  // check, fuzz and certify
  'findings.ndjson',
  'exchanges.ndjson',
  'circumstances.ndjson',
  'corpus.ndjson',
  'workspaces.ndjson',
  'run.json',
  'badge.svg',
  'ctrf.json',
  'sarif.json',
  'exchanges.har',
  // load
  'requests.ndjson',
  'canary.ndjson',
  'instrument.json',
  'environment.json',
  'calibration.json',
  'gate.json',
  'load.json',
  'requests.csv',
  'dashboard.html',
  // compare
  'compare.json',
  // all of them
  ...namedLikeOthers,
];

/** Whether one of these files is of an earlier run: none of those that other programs may have written tells that. */
export function isOfARun(files: readonly string[]): boolean {
  return files.some((file) => resultFiles.includes(file) && !namedLikeOthers.includes(file));
}
