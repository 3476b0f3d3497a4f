/** True where the environment sends requests to that URL through a proxy, by the rules that undici keeps too. */
export function isProxied(url: string, env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const { protocol, hostname, port } = new URL(url);
  const named = (name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';
  const proxy = protocol === 'https:' ? named('https_proxy') || named('http_proxy') : named('http_proxy');
  if (proxy === '') return false;
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const exceptions = named('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return !exceptions.some((exception) => {
    const [, host = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(exception) ?? [];
    if (onPort !== undefined && onPort !== ownPort) return false;
    const name = host.replace(/^\*?\./, '');
    return host === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
}
