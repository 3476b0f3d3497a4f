import type { Command } from 'commander';
import { outFlag, strictFlag, withCredentials } from './flags.ts';

/** The flags of the commands that make and read certificates. */

const timestampCaFlag = [
  '--timestamp-ca <file>',
  'certificates of timestamp authorities to trust (PEM): both time stamps have to be by one of them',
] as const;

export function certifying(command: Command): Command {
  return withCredentials(command)
    .option('--key <file>', 'private key to sign with (PEM), as keygen makes it')
    .option('--valid-for <days>', 'how long the certificate is valid, such as 90d')
    .option(...strictFlag)
    .option('--known-failures <file>', 'known failures; the certificate names them')
    .option('--load <dir>', 'valid load run of the same target to include')
    .option('--challenge <challenge>', 'what who asked for it gave (verify --challenge): the run is drawn from it')
    .option('--timestamp <url>', 'timestamp authority (RFC 3161) to ask for a time stamp before the run and after it')
    .option(...outFlag);
}

export function verifying(command: Command): Command {
  return command
    .argument('[bundle]', "the bundle's folder")
    .option('--key <file>', 'public key of the signer (PEM)')
    .option('--at <time>', 'time at which to judge validity; default: now')
    .option('--challenge [challenge]', 'the challenge that you gave, which it has to answer; alone: print a new one')
    .option(...timestampCaFlag)
    .option(
      '--deep',
      'also run the self-test on this build, on reference services of its own, and compare it with what the certificate claims',
    )
    .option('--json', 'as JSON (assay.verification/1)');
}
