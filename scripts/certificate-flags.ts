import type { Command } from 'commander';
import {
  http2Flag,
  otherBotFlag,
  otherTokenFlag,
  outFlag,
  provisionerFlag,
  spentTokenFlag,
  strictFlag,
  timeoutFlag,
  withCredentials,
  withTarget,
  wholeProfileFlag,
} from './flags.ts';

/** The flags of the commands that make and read certificates. */

export const timestampCaFlag = [
  '--timestamp-ca <file>',
  'certificates of timestamp authorities to trust (PEM): both timestamps have to be by one of them',
] as const;

export function withCertifyFlags(command: Command): Command {
  return withCredentials(command, wholeProfileFlag)
    .option('--key <file>', 'private key to sign with (PEM), as keygen makes it')
    .option('--valid-for <days>', 'how long the certificate is valid, such as 90d')
    .option(...strictFlag)
    .option('--known-failures <file>', 'known failures; the certificate names them')
    .option('--load <dir>', 'result folder of a valid, audited load run of the same target, to include')
    .option(
      '--challenge <challenge>',
      'challenge of whoever asked for the certificate (verify --challenge prints one); decides the seed of the run',
    )
    .option('--timestamp <url>', 'timestamp authority (RFC 3161) to ask for a timestamp before the run and after it')
    .option(...outFlag);
}

export function withVerifyFlags(command: Command): Command {
  return command
    .argument('[bundle]', "the bundle's folder")
    .option('--key <file>', 'public key of the signer (PEM)')
    .option('--at <time>', 'time at which to judge validity; default: now')
    .option(
      '--challenge [challenge]',
      'the challenge that you gave to the signer, that the run must be derived from; without a value: print a new one',
    )
    .option(...timestampCaFlag)
    .option(
      '--status <file>',
      'signed status list, as recheck writes it: a certificate that is revoked or expired is refused; exit code 2 if it is not listed',
    )
    .option('--status-key <file>', 'public key of whoever keeps the status list; default: that of --key')
    .option(
      '--deep',
      'also run the self-test on this build, on reference services of its own, and compare it with what the certificate claims',
    )
    .option('--json', 'as JSON (assay.verification/1)');
}

const ownTargetFlag = [
  '--target <url>',
  "base URL of the service, which has to be the certificate's; default: the certificate's target. Where ASSAY_TARGET names another service, its credentials are not sent",
] as const;

export function withRecheckFlags(command: Command): Command {
  return withTarget(command, timeoutFlag, ownTargetFlag)
    .argument('[bundle]', "the bundle's folder")
    .option('--key <file>', 'private key to sign the status list with (PEM), as keygen makes it')
    .option('--signer <file>', 'public key of whoever signed the certificate; default: that of --key')
    .option('--status <file>', 'status list to create or update; default: status.json')
    .option('--revoke <reason>', 'revoke the certificate for this reason, and send nothing')
    .option(...otherTokenFlag)
    .option(...otherBotFlag)
    .option(...spentTokenFlag)
    .option(...provisionerFlag)
    .option('--concurrency <n>', 'maximum of concurrent requests; default: 64')
    .option(...http2Flag)
    .option('--time <duration>', 'time limit of the whole run, such as 5m; what it did not reach counts as not checked')
    .option(...outFlag);
}
