/** A fresh id: its kind's prefix and a UUIDv7, so that ids of one table sort by their making. */
export function newId<Id extends string>(prefix: string): Id {
  return `${prefix}_${Bun.randomUUIDv7().replaceAll('-', '')}` as Id
}
