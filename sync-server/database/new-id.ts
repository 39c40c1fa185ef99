/** A new id: the prefix of its kind and a UUIDv7, so that the ids of one table sort by creation time. */
export function newId<Id extends string>(prefix: string): Id {
  return `${prefix}_${Bun.randomUUIDv7().replaceAll('-', '')}` as Id
}
