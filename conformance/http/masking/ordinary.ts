import { speechFormats } from '../../contract/limits.ts';

/** Shorter secrets are not masked: they occur by chance in ordinary text. */
const shortestMasked = 6;

/**
 * Most words of the interface in a row that count as ordinary text, such as `insufficient_credits`; more of them are a
 * passphrase.
 */
const mostWords = 4;

/** Words of the interface, of HTTP and of JSON: fields, media types, methods, paths, kinds and codes of errors. */
const words: ReadonlySet<string> = new Set([
  ...speechFormats,
  ...`accept access account accounts actual address after agent alloy allow allowed answer api app application assay assistant
  audio auth authentication authorization balance base base64 bearer before body bot botid bots bytes cache call
  caller calls cancelled cannot channel charset chat chats chunked citations client close code codes coding complete
  conflict connection content control conversation conversations count created credit credits data date default delete
  delta deletes denied description details detail direct disposition done duration echo empty encoding end ended
  endpoint enterprise entity error errors etag event events exceeded expected expires extra fable failed false field
  fields file float forbidden form format formats found frames gateway get gone gzip guidance head header headers
  hello host html http https id identity include included info input instructions insufficient integer internal invalid
  items json keep key keys language last length level limit limited list localhost location many maximum mcp media
  member members message messages metadata method methods minimum missing mode model modified mpeg music name names
  no none not nova null number object octet offset ok onyx open options order origin parameter parse password patch
  path payload payment per plain plan pooled port post prefer price private problem proxy public put quality query
  quota range rate read reason received refused reply request requests required reset resource response result results
  retry role sample search samples seconds secret server service session sessionid sessions shimmer size sound speech speed
  spoken start state status stream string strings style subscription success support system target text time timeout
  title token tokens too total trace transfer true tts type types unauthorized unavailable undefined unexpected unicode
  uncovered unknown unprocessable unsupported update upgrade uri url urlencoded usage use user users utf v1 valid validation
  value values vary version via voice voices warning web webm with word words workspace workspaces wrong www xml`
    .split(/\s+/)
    .filter((word) => word !== ''),
]);

/**
 * True for a secret that occurs in answers and reports of any target: too short, or only a few words of the interface,
 * such as `message`, `application/json` or `200`. Masking it would spoil them and hide nothing.
 */
export function isOrdinary(secret: string): boolean {
  if (secret.length < shortestMasked) return true;
  if (!/[a-z]/i.test(secret) || /[^\w/.:;=+"{}[\],-]/.test(secret)) return false;
  const parts = secret
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '');
  return parts.length <= mostWords && parts.every((part) => /^\d{1,3}$/.test(part) || words.has(part.toLowerCase()));
}

/**
 * True where a secret can be told from ordinary text: long, or of letters and digits. Any other word may stand in a
 * report, or in an answer of a service that has never seen the secret, for another reason.
 */
export function isDistinctive(secret: string): boolean {
  return !isOrdinary(secret) && (secret.length >= 16 || (/\d/.test(secret) && /[a-z]/i.test(secret)));
}
