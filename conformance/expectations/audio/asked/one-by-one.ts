/**
 * Results for each item, one after the other: many audios that are read together take hundreds of megabytes together
 * where a target speaks at length.
 */
export async function mapOneByOne<In, Out>(
  all: readonly In[],
  known: (each: In) => Promise<Out | undefined>,
): Promise<readonly Out[]> {
  const found: Out[] = [];
  for (const each of all) {
    const one = await known(each);
    if (one !== undefined) found.push(one);
  }
  return found;
}
