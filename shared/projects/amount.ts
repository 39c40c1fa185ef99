import { formatCount } from '#shared/format/count.ts'
/** `$1.5M` from a million, `$750K` from a thousand, otherwise `$n`: whole US dollars in the format of a project card. */
export function formatAmount(dollars: number): string {
  // Rounded to thousands first, so that 999,600 is shown in millions and not as 1000 thousands.
  const thousands = Math.round(dollars / 1000)
  if (thousands >= 1000) return `$${(dollars / 1e6).toFixed(1)}M`
  return dollars >= 1000 ? `$${thousands}K` : `$${dollars}`
}

/**
 * `$1.5M`: whole US dollars in the format of a project's page, in millions with one decimal; an amount that would be `$0.0M` is
 * written in full.
 */
export function formatMillions(dollars: number): string {
  return dollars < 50_000 ? `$${formatCount(dollars)}` : `$${(dollars / 1e6).toFixed(1)}M`
}
