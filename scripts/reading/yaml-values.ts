import type { Alias, Document, Node } from 'yaml';
import { countText } from '../../conformance/reading/count-text.ts';

/**
 * Most depth, values and aliases of a YAML file, more than any settings, known failures or dialect have. An alias
 * counts as everything that it stands for.
 */
export const yamlBounds = { depth: 32, values: 50_000, aliases: 100 };

type Plain = { readonly is: 'value'; readonly value: unknown } | { readonly is: 'wrong'; readonly because: string };

class Wrong extends Error {}

/**
 * The plain value of a node. The library's own conversion takes unbounded time for keys that are lists, and turns an
 * alias to its own parent into a cycle: here both are mistakes.
 */
export async function plainValueOf(
  node: Node | null,
  document: Document,
  lineOf: (node: unknown) => number,
): Promise<Plain> {
  const { isAlias, isMap, isScalar, isSeq } = await import('yaml');
  let [values, aliases] = [0, 0];
  const valueOf = (each: unknown, depth: number): unknown => {
    values += 1;
    if (values > yamlBounds.values)
      throw new Wrong(`it has more than ${countText(yamlBounds.values)} values once its aliases are expanded`);
    if (depth > yamlBounds.depth)
      throw new Wrong(`it nests more than ${yamlBounds.depth} deep on line ${lineOf(each)}`);
    if (isScalar(each)) return each.value;
    if (isSeq(each)) return each.items.map((item) => valueOf(item, depth + 1));
    if (isMap(each)) return Object.fromEntries(fieldsOf(each.items, depth));
    if (isAlias(each)) return valueOf(anchoredBy(each), depth + 1);
    return each ?? null;
  };
  /** Each alias is searched for in the whole document. */
  const anchoredBy = (alias: Alias): Node => {
    aliases += 1;
    if (aliases > yamlBounds.aliases) throw new Wrong(`it has more than ${yamlBounds.aliases} aliases`);
    const found = alias.resolve(document);
    if (found === undefined) throw new Wrong(`it has an alias without an anchor on line ${lineOf(alias)}`);
    return found;
  };
  const fieldsOf = (pairs: readonly { readonly key: unknown; readonly value: unknown }[], depth: number) => {
    const names = new Set<string>();
    return pairs.map(({ key, value }) => {
      if (!isScalar(key)) throw new Wrong(`it has a key that is not text on line ${lineOf(key)}`);
      const name = String(key.value);
      if (names.has(name)) throw new Wrong(`it has a key twice on line ${lineOf(key)}`);
      names.add(name);
      return [name, valueOf(value, depth + 1)] as const;
    });
  };
  try {
    return { is: 'value', value: valueOf(node, 1) };
  } catch (error) {
    if (error instanceof Wrong) return { is: 'wrong', because: error.message };
    throw error;
  }
}
