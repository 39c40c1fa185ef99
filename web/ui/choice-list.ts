/** The values of one filter as its address has them: `Seed,Series A`. No option of a filter contains a comma. */
export const splitChoices = (list: string | undefined): string[] => [
  ...new Set((list ?? '').split(',').flatMap((value) => value.trim() || [])),
]

/** The list with `value` added or removed; `undefined` when none is left. */
export function toggleChoice(list: string | undefined, value: string): string | undefined {
  const chosen = splitChoices(list)
  return (chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(',') || undefined
}
