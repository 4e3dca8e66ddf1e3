/** The entries by a key, in the order in which the keys come. */
export const grouped = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) =>
  [...new Set(items.map(keyOf))].map((key) => [key, items.filter((one) => keyOf(one) === key)] as const);
