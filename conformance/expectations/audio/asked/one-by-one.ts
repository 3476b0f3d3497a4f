/**
 * What is known of each, of one after the other: many audios that are read together are held together, hundreds of
 * megabytes of a target that speaks at length.
 */
export async function oneByOne<In, Out>(
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
