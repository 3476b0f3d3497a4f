import { packageFile } from '../../conformance/http/package-file.ts';

/** The version of this package. */
export const { version } = packageFile;
