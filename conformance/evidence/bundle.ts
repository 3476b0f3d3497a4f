/** The files of a bundle beside the certificate: no other name is ever opened, whatever a certificate says. */
export const evidenceFiles = [
  'run.json',
  'findings.ndjson',
  'exchanges.ndjson',
  'journal.ndjson',
  'self-test.json',
] as const;

/** Of a load run, which may be there too. */
export const loadFiles = [
  'load.json',
  'requests.ndjson',
  'instrument.json',
  'canary.ndjson',
  'calibration.json',
] as const;

/** A timestamp from before the run, which may be there too: the answer of an authority, DER. */
export const openedFile = 'opened.tsr';

/** The timestamp over the certificate, which therefore cannot name it. */
export const certifiedFile = 'certificate.tsr';

export const certificateFile = 'certificate.json';

type BundleFile = (typeof evidenceFiles)[number] | (typeof loadFiles)[number] | typeof openedFile;

export const bundleFiles: readonly BundleFile[] = [...evidenceFiles, ...loadFiles, openedFile];

export function isBundleFile(name: string): name is BundleFile {
  return bundleFiles.some((each) => each === name);
}
