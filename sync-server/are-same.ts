/** Whether two lists hold the same objects in the same order: what was not touched need not be written again. */
export const areSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])
