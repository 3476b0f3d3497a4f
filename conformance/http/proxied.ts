type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** Which variable names a proxy, and what it says. */
type Named = { readonly name: string; readonly value: string };

/**
 * The proxy through which the environment sends requests to that URL; undefined where they go there directly, as to
 * this machine itself they always do. One reader of the rules for all that is sent: undici's own is not asked. `host:port`
 * is one that is spoken to by HTTP, as curl has it.
 */
export function proxyFor(url: string, env: ProxyVariables = process.env): string | undefined {
  const named = namedFor(url, env);
  return named && withScheme(named.value);
}

/** What is wrong with that proxy, without its value; undefined where nothing is. */
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

/** Nothing of the value is told: where it is no such URL, a password may stand anywhere in it. */
function flawOf({ name, value }: Named): string | undefined {
  if (isSpokenTo(value)) return undefined;
  if (/^socks/i.test(value)) return `${name} names a SOCKS proxy, and assay speaks to none; expected http://HOST:PORT`;
  return `${name} is a value that is not http://HOST:PORT`;
}

/**
 * A `/`, `?`, `#` or `\` in a password ends what a URL has of its host, and what was the user is then taken for that. So
 * nothing may stand behind host and port but one slash.
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

/** Without the brackets of an IPv6 address, and without the dot that ends a whole domain name. */
function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** `*.name` stands for what is below a name, `.name` and `name` for the name too, each with a port or for all of them. */
function isExcepted(host: string, port: string, exception: string): boolean {
  // More than one colon, and no brackets: an address, and no port.
  const [, bare = exception, onPort] =
    /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(exception) ?? ([] as readonly (string | undefined)[]);
  if (onPort !== undefined && onPort !== port) return false;
  if (bare === '*') return true;
  const name = plainName(bare.replace(/^\*?\./, ''));
  return host.endsWith(`.${name}`) || (host === name && !bare.startsWith('*'));
}
