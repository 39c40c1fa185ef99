/** Whether two lists contain the same objects in the same order. An unchanged list is not written again. */
export const areSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])
