/** The values of one filter as its address has them: `Seed,Series A`. No option of a filter contains a comma. */
export const splitChoices = (list: string | undefined): string[] => [
  ...new Set((list ?? '').split(',').flatMap((value) => value.trim() || [])),
]

/** Length of a list that an address may have: a page drops a longer one whole. */
const MAX_LENGTH = 200

/** The list with `value` added, where it fits, or removed; `undefined` when none is left. */
export function toggleChoice(list: string | undefined, value: string): string | undefined {
  const chosen = splitChoices(list)
  const next = (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(',')
  return (next.length <= MAX_LENGTH ? next : list) || undefined
}
