import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A timestamp authority made with OpenSSL, and its root. */
export type TestAuthority = {
  /** The folder of its files: `tsa.pem` is its certificate. */
  readonly folder: string;
  /** The certificate of the root (PEM). */
  readonly ca: string;
  /** Answers a request (DER) as an authority does. */
  readonly answer: (query: Uint8Array) => Buffer;
  /** Another certificate with the same key, name and number, valid until another time. */
  readonly certifiedAgain: (to: string) => string;
};

type Made = {
  readonly name?: string;
  /** The validity of its certificate, as OpenSSL writes times. */
  readonly from?: string;
  readonly to?: string;
  /** The extended key usage of its certificate. */
  readonly usage?: string;
  readonly key?: 'rsa:2048' | 'ec';
  /** A further extension of its certificate, as OpenSSL writes it. */
  readonly extension?: string;
  /** Authorities between the root and it, each with its basicConstraints; the last one has certified it. */
  readonly between?: readonly string[];
};

const config = (folder: string, usage: string, extension: string, between: readonly string[]): string => `
[ca]
default_ca = own
[own]
dir = ${folder}
new_certs_dir = ${folder}/certs
database = ${folder}/index
serial = ${folder}/serial
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[stamps]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = ${usage}
subjectKeyIdentifier = hash
${extension}
${between.map((constraints, at) => `[between${at}]\nbasicConstraints = ${constraints}\nkeyUsage = critical, keyCertSign`).join('\n')}
[tsa]
default_tsa = one
[one]
dir = ${folder}
serial = ${folder}/stamp-serial
crypto_device = builtin
signer_cert = ${folder}/tsa.pem
signer_key = ${folder}/tsa.key
certs = ${folder}/chain.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512, sha1
accuracy = secs:1
ordering = no
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** Makes an authority in a folder of its own, with a certificate of a new root. */
export function testAuthority(made: Made = {}): TestAuthority {
  const {
    name = 'assay test authority',
    from = '20200101000000Z',
    to = '20990101000000Z',
    usage = 'critical, timeStamping',
    key = 'ec',
    extension = '',
    between = [],
  } = made;
  const folder = mkdtempSync(join(tmpdir(), 'assay-tsa-'));
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  mkdirSync(join(folder, 'certs'));
  for (const [file, text] of [
    ['index', ''],
    ['serial', '01\n'],
    ['stamp-serial', '01\n'],
  ] as const)
    writeFileSync(join(folder, file), text);
  const newKey = key === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', key];
  const request = ['req', '-config', 'conf', '-nodes', ...newKey];
  writeFileSync(
    join(folder, 'conf'),
    `[req]\ndistinguished_name = dn\n[dn]\n${config(folder, usage, extension, between)}`,
  );
  openssl(
    ...request,
    '-x509',
    '-days',
    '9000',
    '-extensions',
    'root',
    '-subj',
    '/CN=assay test root',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  );
  openssl(...request, '-subj', `/CN=${name}`, '-keyout', 'tsa.key', '-out', 'tsa.csr');
  const sign = (csr: string, as: string, by: string, out: string, times: readonly string[]): void => {
    writeFileSync(join(folder, 'serial'), '01\n');
    writeFileSync(join(folder, 'index'), '');
    const issuer = ['-cert', `${by}.pem`, '-keyfile', `${by}.key`];
    openssl(
      'ca',
      '-config',
      'conf',
      '-batch',
      '-notext',
      '-extensions',
      as,
      ...issuer,
      ...times,
      '-in',
      csr,
      '-out',
      out,
    );
  };
  const issuers = between.map((_, at) => `between${at}`);
  for (const [at, issuer] of issuers.entries()) {
    openssl(...request, '-subj', `/CN=${issuer}`, '-keyout', `${issuer}.key`, '-out', `${issuer}.csr`);
    sign(`${issuer}.csr`, issuer, issuers[at - 1] ?? 'root', `${issuer}.pem`, ['-days', '9000']);
  }
  const chain = ['root', ...issuers].map((issuer) => readFileSync(join(folder, `${issuer}.pem`), 'utf8'));
  writeFileSync(join(folder, 'chain.pem'), chain.join(''));
  const certify = (file: string, end: string): void =>
    sign('tsa.csr', 'stamps', issuers.at(-1) ?? 'root', file, ['-startdate', from, '-enddate', end]);
  certify('tsa.pem', to);
  return {
    folder,
    ca: readFileSync(join(folder, 'root.pem'), 'utf8'),
    certifiedAgain: (end) => {
      certify('again.pem', end);
      return readFileSync(join(folder, 'again.pem'), 'utf8');
    },
    answer: (query) => {
      writeFileSync(join(folder, 'query.tsq'), query);
      openssl('ts', '-reply', '-config', 'conf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
      return readFileSync(join(folder, 'reply.tsr'));
    },
  };
}

/** Whether OpenSSL accepts a stamp over a message, with this authority trusted. */
export function opensslVerifies({ folder }: TestAuthority, stamp: Uint8Array, message: Uint8Array): boolean {
  writeFileSync(join(folder, 'asked.tsr'), stamp);
  writeFileSync(join(folder, 'asked.data'), message);
  const args = ['ts', '-verify', '-in', 'asked.tsr', '-data', 'asked.data', '-CAfile', 'root.pem'];
  try {
    return execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' }).includes('Verification: OK');
  } catch {
    return false;
  }
}
