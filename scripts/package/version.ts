import { packageFile } from '../../conformance/core/wire/package-file.ts';

/** The version of this package. */
export const { version } = packageFile;
