/** The files of a bundle beside the certificate: no other name is ever opened, whatever a certificate says. */
export const evidenceFiles = [
  'run.json',
  'findings.ndjson',
  'exchanges.ndjson',
  'journal.ndjson',
  'self-test.json',
] as const;

/**
 * load.json and the files of a load run that it is derived from. Code that writes, reads or bundles them takes their
 * names from here, so that no bundle lacks a file that its figures follow from.
 */
export const loadFile = {
  load: 'load.json',
  requests: 'requests.ndjson',
  instrument: 'instrument.json',
  environment: 'environment.json',
  canary: 'canary.ndjson',
  calibration: 'calibration.json',
  charging: 'charging.json',
  samples: 'samples.json',
  askedAfter: 'asked-after.json',
  generators: 'generators.json',
  gate: 'gate.json',
} as const;

type LoadFile = (typeof loadFile)[keyof typeof loadFile];

/** The files of a load run, which a bundle may have too. */
export const loadFiles: readonly LoadFile[] = Object.values(loadFile);

/** A timestamp from before the run, which a bundle may have too: the answer of an authority, in DER. */
export const openedFile = 'opened.tsr';

/** The timestamp over the certificate, which therefore cannot name it. */
export const certifiedFile = 'certificate.tsr';

export const certificateFile = 'certificate.json';

type BundleFile = (typeof evidenceFiles)[number] | LoadFile | typeof openedFile;

export const bundleFiles: readonly BundleFile[] = [...evidenceFiles, ...loadFiles, openedFile];

export function isBundleFile(name: string): name is BundleFile {
  return bundleFiles.some((each) => each === name);
}
