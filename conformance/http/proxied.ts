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

/** What is wrong with that proxy, without its credentials; undefined where nothing is. */
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

function flawOf({ name, value }: Named): string | undefined {
  const proxy = withScheme(value);
  const is = `${name} is ${JSON.stringify(withoutCredentials(value))}`;
  if (/^socks/i.test(proxy)) return `${is}, and assay speaks to no SOCKS proxy; expected http://HOST:PORT`;
  if (/^https?:/i.test(proxy) && URL.canParse(proxy)) return undefined;
  return `${is}, expected http://HOST:PORT`;
}

/** What stands before the last @, behind the scheme, may be a password. */
function withoutCredentials(value: string): string {
  return value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').slice(0, longestShown);
}

const longestShown = 100;

/** Host and port of that proxy, without its credentials; undefined where there is none. */
export function proxyNameFor(url: string, env: ProxyVariables = process.env): string | undefined {
  const proxy = proxyFor(url, env);
  if (proxy === undefined) return undefined;
  const { host, port, protocol } = URL.canParse(proxy) ? new URL(proxy) : { host: '', port: '', protocol: '' };
  if (host === '') return 'of http_proxy or https_proxy';
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
