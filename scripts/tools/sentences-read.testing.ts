import { parse } from '@babel/parser';

/** Names of fields with sentences for people. */
const sentences: ReadonlySet<string> = new Set([
  'because',
  'counted',
  'expected',
  'observed',
  'says',
  'subject',
  'title',
]);
const readers: ReadonlySet<string> = new Set([
  'endsWith',
  'includes',
  'indexOf',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'split',
  'startsWith',
]);
const ofPatterns: ReadonlySet<string> = new Set(['exec', 'test']);
const comparing: ReadonlySet<string> = new Set(['===', '!==']);

/** A node of a syntax tree, with any fields. */
type Node = { readonly type: string; readonly [field: string]: unknown };

/**
 * Where a file makes decisions by a sentence, quoted from the source: it is compared, searched, cut, or passed to a
 * function of the file that does so.
 */
export function sentencesReadIn(text: string): readonly string[] {
  const nodes = nodesIn(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program);
  const functions = functionsIn(nodes);
  const reading = readingParameters(functions);
  const found = nodes.filter((node) => readTexts(node, reading).some(isSentence));
  return found.map(({ start, end }) => text.slice(Number(start), Number(end)).split('\n')[0] ?? '');
}

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null || !('type' in value)) return [];
  return [value as Node, ...Object.values(value).flatMap(nodesIn)];
}

/**
 * The texts that a node examines. `reading`: for each function of the file, the positions of parameters that it
 * examines.
 */
function readTexts(node: Node, reading: ReadonlyMap<string, ReadonlySet<number>>): readonly unknown[] {
  if (node.type === 'BinaryExpression' && comparing.has(String(node['operator']))) {
    const sides = [node['left'], node['right']];
    return sides.some(isNothing) ? [] : sides;
  }
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
  const [callee, given] = [node['callee'] as Node, node['arguments'] as readonly Node[]];
  if (callee.type === 'Identifier')
    return given.filter((_, at) => reading.get(String(callee['name']))?.has(at) === true);
  const method = nameOf(callee['property']);
  if (method !== undefined && ofPatterns.has(method)) return given.slice(0, 1);
  return method !== undefined && readers.has(method) ? [callee['object']] : [];
}

/** True for a field or variable with the name of such a field. */
function isSentence(value: unknown): boolean {
  const node = value as Node | undefined;
  if (node?.type === 'LogicalExpression') return isSentence(node['left']);
  if (node?.type === 'MemberExpression' || node?.type === 'OptionalMemberExpression') {
    const field = nameOf(node['property']) ?? '';
    return node['computed'] !== true && sentences.has(field) && !(field === 'because' && isResponse(node['object']));
  }
  return sentences.has(nameOf(node) ?? '');
}

/** A response's `because` is a code and not a sentence. */
function isResponse(value: unknown): boolean {
  const node = value as Node;
  return nameOf(node) === 'response' || nameOf(node['property']) === 'response';
}

function nameOf(value: unknown): string | undefined {
  const node = value as Node | undefined;
  return node?.type === 'Identifier' ? String(node['name']) : undefined;
}

/** Comparing with undefined or null does not depend on the words. */
function isNothing(value: unknown): boolean {
  const node = value as Node;
  return (
    node.type === 'NullLiteral' ||
    nameOf(node) === 'undefined' ||
    (node.type === 'StringLiteral' && node['value'] === '')
  );
}

type Function = {
  readonly name: string;
  readonly parameters: readonly (string | undefined)[];
  readonly body: readonly Node[];
};

function functionsIn(nodes: readonly Node[]): readonly Function[] {
  return nodes.flatMap((node): readonly Function[] => {
    const made = node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : node;
    const isFunction =
      made !== null && /^(?:FunctionDeclaration|ArrowFunctionExpression|FunctionExpression)$/.test(made.type);
    const name = nameOf(node['id']);
    if (!isFunction || name === undefined) return [];
    const parameters = (made['params'] as readonly Node[]).map(nameOf);
    return [{ name, parameters, body: nodesIn(made['body']) }];
  });
}

/** Repeats until nothing changes: a function that passes a text to an examining function examines it too. */
function readingParameters(functions: readonly Function[]): ReadonlyMap<string, ReadonlySet<number>> {
  const reading = new Map(functions.map(({ name }) => [name, new Set<number>()]));
  let isNew = true;
  while (isNew) {
    isNew = false;
    for (const { name, parameters, body } of functions) {
      const texts = body.flatMap((node) => readTexts(node, reading)).flatMap((text) => nameOf(text) ?? []);
      const own = reading.get(name);
      for (const [at, parameter] of parameters.entries()) {
        if (parameter === undefined || !texts.includes(parameter) || own === undefined || own.has(at)) continue;
        own.add(at);
        isNew = true;
      }
    }
  }
  return reading;
}
