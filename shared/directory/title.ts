import type { Investor } from './contract.ts'

/** `Investment Director at Northgate Ventures`, as far as known, without repeating the name. */
export function roleLine({ name, position, fund }: Pick<Investor, 'name' | 'position' | 'fund'>): string {
  const ofFund = fund === name ? null : fund
  if (position && ofFund) return `${position} at ${ofFund}`
  return position ?? ofFund ?? ''
}

/** The same where a line is required: a person without a fund is shown as independent; a fund's own record needs no line. */
export const roleOrIndependent = (investor: Pick<Investor, 'name' | 'position' | 'fund'>): string =>
  roleLine(investor) || (investor.fund ? '' : 'Independent')

/** `Marit Moretti, Investment Director at Northgate Ventures`: the page title, on the server and in the browser. */
export const investorTitle = (investor: Pick<Investor, 'name' | 'position' | 'fund'>): string =>
  [investor.name, roleLine(investor)].filter(Boolean).join(', ')
