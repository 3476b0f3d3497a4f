type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** An environment variable that names a proxy, and its value. */
type Named = { readonly name: string; readonly value: string };

/**
 * The proxy through which the environment sends requests to this URL; undefined where requests go directly, as they
 * always do to this machine itself. All requests follow the rules of this function alone; the rules of undici are not
 * used. A value `host:port` means a proxy over plain HTTP, as in curl.
 */
export function proxyFor(url: string, env: ProxyVariables = process.env): string | undefined {
  const named = namedFor(url, env);
  return named && withScheme(named.value);
}

/** Says what is wrong with that proxy, without quoting its value; undefined where nothing is. */
export function proxyFlaw(url: string, env: ProxyVariables = process.env): string | undefined {
  const named = namedFor(url, env);
  return named && flawOf(named);
}

function namedFor(url: string, env: ProxyVariables): Named | undefined {
  const { protocol, hostname, port } = new URL(url);
  const named = (name: string): Named | undefined => {
    const known = env[name] === undefined ? name.toUpperCase() : name;
    const value = env[known] ?? '';
    return value === '' ? undefined : { name: known, value };
  };
  const proxy = protocol === 'https:' ? (named('https_proxy') ?? named('http_proxy')) : named('http_proxy');
  const host = plainName(hostname);
  if (proxy === undefined || isLoopback(host)) return undefined;
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const exceptions = (named('no_proxy')?.value ?? '').split(/[\s,]+/).filter(Boolean);
  return exceptions.some((exception) => isExcepted(host, ownPort, exception)) ? undefined : proxy;
}

function withScheme(value: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
}

/** Never quotes the value: where it is not a proxy URL, a password may stand anywhere in it. */
function flawOf({ name, value }: Named): string | undefined {
  if (isSpokenTo(value)) return undefined;
  if (/^socks/i.test(value)) return `${name} names a SOCKS proxy, and assay speaks to none; expected http://HOST:PORT`;
  return `${name} is a value that is not http://HOST:PORT`;
}

/**
 * True for a proxy that assay can use. A `/`, `?`, `#` or `\` in a password ends the host part of a URL, and the user
 * name is then taken for the host. So only a single slash may stand behind host and port.
 */
function isSpokenTo(value: string): boolean {
  const proxy = withScheme(value);
  return /^https?:\/\/[^/?#\\]+\/?$/i.test(proxy) && URL.canParse(proxy);
}

/** Host and port of that proxy, without its credentials; undefined where there is none. */
export function proxyNameFor(url: string, env: ProxyVariables = process.env): string | undefined {
  const proxy = proxyFor(url, env);
  if (proxy === undefined) return undefined;
  if (!isSpokenTo(proxy)) return 'of http_proxy or https_proxy';
  const { host, port, protocol } = new URL(proxy);
  return port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host;
}

/** True where the environment sends requests to that URL through a proxy. */
export function isProxied(url: string, env: ProxyVariables = process.env): boolean {
  return proxyFor(url, env) !== undefined;
}

/** Host name without the brackets of an IPv6 address, and without the dot that ends an absolute domain name. */
function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/**
 * `*.name` matches everything below a name; `.name` and `name` also match the name itself. Each may have a port;
 * without it all ports match.
 */
function isExcepted(host: string, port: string, exception: string): boolean {
  // More than one colon without brackets: an IPv6 address without a port.
  const [, bare = exception, onPort] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(exception) ?? ([] as readonly (string | undefined)[]);
  if (onPort !== undefined && onPort !== port) return false;
  if (bare === '*') return true;
  const name = plainName(bare.replace(/^\*?\./, ''));
  return host.endsWith(`.${name}`) || (host === name && !bare.startsWith('*'));
}
