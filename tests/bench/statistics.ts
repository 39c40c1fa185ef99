/** The value below which `share` percent of the values lie (nearest rank). NaN for none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 50)
