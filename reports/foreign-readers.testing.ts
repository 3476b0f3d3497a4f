import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import AjvDraft04 from 'ajv-draft-04';
import ajvFormats from 'ajv-formats';
import { schema as ctrfSchema } from 'ctrf';
import { type XmlNode, XmlDocument, XmlElement } from 'libxml2-wasm';

// Independent validators: published schemas, and libxml2.

const require = createRequire(import.meta.url);

/** The violations of the CTRF schema (draft 7) that its authors publish. */
export function ctrfErrors(text: string): readonly string[] {
  return errorsOf(ctrf, JSON.parse(text));
}

/** The violations of the SARIF 2.1.0 schema (draft 4), from a package of Microsoft's. */
export function sarifErrors(text: string): readonly string[] {
  return errorsOf(sarif, JSON.parse(text));
}

/** The violations of the HAR 1.2 schema (draft 6), which defines no minimum values. */
export function harErrors(text: string): readonly string[] {
  return errorsOf(har, JSON.parse(text));
}

/** The document element as libxml2 reads it. Throws where the XML is not well-formed. */
export function xmlRoot(text: string): XmlElement {
  return XmlDocument.fromString(text).root;
}

/** The elements that an XPath finds below another one. */
export function elementsAt(root: XmlElement, path: string): readonly XmlElement[] {
  return root.find(path).filter((node: XmlNode) => node instanceof XmlElement);
}

const ctrf = compiledCtrf();
const sarif = compiledSarif();
const har = compiledHar();

function compiledCtrf(): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  return ajv.compile(ctrfSchema);
}

function compiledSarif(): ValidateFunction {
  const ajv = new AjvDraft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
  ajvFormats.default(ajv);
  return ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object);
}

function compiledHar(): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  const schemas = Object.values(require('har-schema') as Readonly<Record<string, object>>);
  for (const schema of schemas) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json');
  if (validate === undefined) throw new Error('har-schema has no har.json');
  return validate;
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
