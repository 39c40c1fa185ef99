/** `$1.5M` from a million, `$750K` from a thousand, else `$n`: whole US dollars as a project card shows them. */
export function formatAmount(dollars: number): string {
  // Rounded to thousands first, so that 999,600 is a million and not a thousand thousands.
  const thousands = Math.round(dollars / 1000)
  if (thousands >= 1000) return `$${(dollars / 1e6).toFixed(1)}M`
  return dollars >= 1000 ? `$${thousands}K` : `$${dollars}`
}

/** `$1.5M`: whole US dollars as a project's page shows them, in millions to one decimal; what would be `$0.0M` is written out. */
export function formatMillions(dollars: number): string {
  return dollars < 50_000 ? `$${dollars.toLocaleString('en-US')}` : `$${(dollars / 1e6).toFixed(1)}M`
}
