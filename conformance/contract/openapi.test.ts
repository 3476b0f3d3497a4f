import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as limits from './limits.ts';

type Schema = Readonly<Record<string, unknown>> & { readonly properties?: Readonly<Record<string, Schema>> };
type Operation = { readonly operationId: string; readonly responses: Readonly<Record<string, unknown>> };
type OpenApi = {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const openapi = parse(read('./openapi.yaml')) as OpenApi;
const page = read('./interface.md');
const { schemas } = openapi.components;

/** The cells of each row of the table below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = page.split(`### ${heading}`)[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const fieldsOf = (name: string): readonly string[] => Object.keys(schemas[name]?.properties ?? {});

describe('openapi.yaml', () => {
  it('has the endpoints of limits.ts, and those of section 4', () => {
    const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
    );
    expect(Object.fromEntries(operations)).toEqual(limits.endpoints);
    const headings = [...page.matchAll(/^### 4\.\d+ `(\w+) (\S+)`$/gm)].map(([, method, path]) => `${method} ${path}`);
    expect(Object.values(limits.endpoints).map(({ method, path }) => `${method} ${path}`)).toEqual(headings);
  });
  it('has the title of the document', () => {
    expect(page).toContain(`# ${openapi.info.title}\n`);
  });
  it('has the fields of 2.2 and 2.5, and which of them are required', () => {
    for (const [heading, name] of [
      ['2.2 Chat request', 'ChatRequest'],
      ['2.5 Text-to-speech request', 'SpeechRequest'],
    ] as const) {
      const rows = rowsBelow(heading);
      expect(fieldsOf(name)).toEqual(rows.map(([field]) => field));
      const required = rows.filter((cells) => cells.slice(0, 3).includes('yes')).map(([field]) => field);
      expect(schemas[name]?.['required']).toEqual(required);
    }
    expect(fieldsOf('ChatRequest').slice(2)).toEqual(limits.chatFlags);
  });
  it('has the fields of the answers', () => {
    expect(fieldsOf('SpeechResponse')).toEqual(rowsBelow('2.6 Text-to-speech response').map(([field]) => field));
    expect(fieldsOf('VoiceList')).toEqual(rowsBelow('2.4 Voice list').map(([field]) => field));
    const error = schemas['Error']?.properties?.['error']?.properties ?? {};
    expect(Object.keys(error).map((field) => `error.${field}`)).toEqual(
      rowsBelow('2.7 Error object').map(([field]) => field),
    );
  });
  it('has the numbers and names of limits.ts', () => {
    expect(schemas['SpeechRequest']?.properties?.['speed']).toMatchObject(limits.speed);
    expect(schemas['SpeechRequest']?.properties?.['format']?.['enum'], 'npm run schemas').toEqual(limits.speechFormats);
    const voices = schemas['VoiceList']?.properties?.['voices']?.['allOf'] as { contains: { const: string } }[];
    expect(voices.map(({ contains }) => contains.const)).toEqual(limits.voiceNames);
  });
  it('has the formats and voices that the document lists', () => {
    const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const format = rowsBelow('2.5 Text-to-speech request').find(([field]) => field === 'format');
    const advice =
      '2.5 of interface.md and speechFormats of limits.ts, both in conformance/contract, have to have the same';
    expect(quoted(format?.at(-1)?.split('.')[0] ?? ''), advice).toEqual(limits.speechFormats);
    const voices = page.split('\n').find((line) => line.startsWith('Voice names that the listing contains'));
    expect(quoted(voices ?? '').toSorted()).toEqual(limits.voiceNames.toSorted());
  });
  it('names 402 where a chat may not be covered, and nowhere else', () => {
    const with402 = Object.values(openapi.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ responses }) => Object.hasOwn(responses, String(limits.uncoveredChatStatus)))
      .map(({ operationId }) => operationId);
    expect(with402).toEqual(['chat', 'stream']);
  });
});
