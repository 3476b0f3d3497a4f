type Container = {
  /** The files of the image. */
  readonly tree: string;
  /** The folder mounted at /results, the only one that is writable. */
  readonly results: string;
  readonly command: readonly string[];
};

/**
 * The config.json of an OCI bundle (runtime-spec 1.0): read-only, as user 4711, without capabilities, with its own
 * namespaces. It sets no limits: a runtime without the capability cannot raise them.
 */
export function containerOf({ tree, results, command }: Container): object {
  return {
    ociVersion: '1.0.2',
    hostname: 'assay',
    root: { path: tree, readonly: true },
    process: {
      terminal: false,
      user: { uid: 4711, gid: 4711 },
      args: command,
      env: ['PATH=/usr/local/bin:/usr/sbin:/usr/bin:/bin', 'XDG_CACHE_HOME=/usr/local/share'],
      cwd: '/results',
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], permitted: [] },
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      { destination: '/results', type: 'bind', source: results, options: ['bind', 'rw'] },
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })) },
  };
}
