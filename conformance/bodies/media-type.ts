/** Matches a parameter of a media type, quoted or not (RFC 9110 5.6.6). */
const parameter = /;\s*([^\s=;]+)\s*(?:=\s*"([^"]*)"|=([^";]*))/g;

/** The parameters of a media type: their names in lower case, their values without quotes. */
export function typeParametersOf(contentType: string): ReadonlyMap<string, string> {
  return new Map(
    [...contentType.matchAll(parameter)].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted ?? plain.trim(),
    ]),
  );
}

/** A media type without its parameters, in lower case. */
export function typeNameOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}
