import type { Answer, Exchange, HeaderFields, NoAnswer, SentRequest } from '../../../conformance/model/exchange.ts';
import type { Run } from '../../../conformance/model/run.ts';
import type { ReportContext } from '../background.ts';

/**
 * The exchanges as HTTP Archive 1.2, with secrets masked as in the journal. What the format has no field for stands in custom
 * fields, which begin with an underscore as the format requires.
 */
export function exchangesHar(
  { tool }: Pick<Run, 'tool'>,
  exchanges: readonly Exchange[],
  { decodedAnswerOf }: Pick<ReportContext, 'decodedAnswerOf'>,
): string {
  const entries: string[] = [];
  let left = longestEntries;
  for (const exchange of exchanges) {
    const entry = JSON.stringify(entryOf(exchange, decodedAnswerOf(exchange).content));
    // A longer entry is left out, so that later ones still fit.
    if (entry.length > left) continue;
    left -= entry.length;
    entries.push(entry);
  }
  const isPart = entries.length < exchanges.length;
  const comment = `${entries.length} of ${exchanges.length} exchanges: with the rest it would be too long; exchanges.ndjson has them all`;
  const log = { version: '1.2', creator: { name: tool.name, version: tool.version }, ...(isPart ? { comment } : {}) };
  return `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[\n${entries.join(',\n')}\n]}}`;
}

/** Most characters of all entries together: browsers open no larger file, and it is built in memory. */
const longestEntries = 32 * 1024 * 1024;

function entryOf({ id, probe, operation, attempt, startedAt, request, response }: Exchange, content?: Uint8Array) {
  const isAnswer = response.is === 'answer';
  const waitMs = isAnswer ? response.headersAtMs : response.endedAtMs;
  const receiveMs = isAnswer ? Math.max(0, response.endedAtMs - response.headersAtMs) : 0;
  return {
    startedDateTime: startedAt,
    time: waitMs + receiveMs,
    request: requestOf(request, isAnswer ? response.onWire?.version : undefined),
    response: isAnswer ? answerOf(response, content) : noAnswerOf(response),
    cache: {},
    // The clock starts with the request; connecting and sending are not timed separately.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: waitMs, receive: receiveMs },
    _id: id,
    _probe: probe,
    _operation: operation,
    _attempt: attempt,
    ...(isAnswer
      ? { _chunks: response.chunks, _ending: response.ending, _stalledMs: response.stalledMs, _onWire: response.onWire }
      : {}),
  };
}

function requestOf({ method, url, headers, body, raw }: SentRequest, version: string | undefined) {
  const uri = uriOf(url);
  const { text, encoding } = textOf(body);
  const postData = {
    mimeType: valueOf(headers, 'content-type') ?? '',
    text,
    ...(encoding === undefined ? {} : { _encoding: encoding }),
  };
  return {
    method,
    url: uri,
    ...(uri === url ? {} : { _url: url }),
    httpVersion: versionText(version),
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    queryString: queryOf(url),
    ...(body.length === 0 ? {} : { postData }),
    headersSize: -1,
    bodySize: body.length,
    ...(raw === undefined ? {} : { _raw: raw }),
  };
}

function queryOf(url: string): readonly object[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];
}

function answerOf({ status, headers, body, onWire }: Answer, content: Uint8Array = body) {
  return {
    status,
    statusText: '',
    httpVersion: versionText(onWire?.version),
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    content: {
      size: content.length,
      ...(content === body ? {} : { compression: content.length - body.length }),
      mimeType: valueOf(headers, 'content-type') ?? '',
      ...textOf(content),
    },
    redirectURL: valueOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: body.length,
  };
}

/** A missing response as browsers write it: status 0, with the reason in a custom field. */
function noAnswerOf({ because, detail }: NoAnswer) {
  return {
    status: 0,
    statusText: '',
    httpVersion: versionText(undefined),
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: `${because}: ${detail}`,
  };
}

function versionText(version: string | undefined): string {
  return version === undefined ? 'unknown' : `HTTP/${version}`;
}

function valueOf(headers: HeaderFields, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The body as text where it is UTF-8, else in base64. */
function textOf(bytes: Uint8Array): { readonly text: string; readonly encoding?: 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  return Buffer.from(text, 'utf8').equals(buffer) ? { text } : { text: buffer.toString('base64'), encoding: 'base64' };
}

/**
 * The URL as a valid URI (RFC 3986 2): it may contain a placeholder such as `${ASSAY_TOKEN}`, or a lone percent sign.
 */
function uriOf(url: string): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  const rest = url.slice(origin.length).toWellFormed();
  return origin + rest.replace(/[^\x21-\x7e]|["#<>[\\\]^`{|}]|%(?![0-9a-f]{2})/giu, encodeURIComponent);
}
