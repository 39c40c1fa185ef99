import type { Investor } from './contract.ts'

/** `Investment Director at Northgate Ventures`, or as much of it as is known and not the name itself. */
export function roleLine({ name, position, fund }: Pick<Investor, 'name' | 'position' | 'fund'>): string {
  const ofFund = fund === name ? null : fund
  if (position && ofFund) return `${position} at ${ofFund}`
  return position ?? ofFund ?? ''
}

/** The same where a line is expected: of a person without a fund it says so, a fund's own record needs none. */
export const roleOrIndependent = (investor: Pick<Investor, 'name' | 'position' | 'fund'>): string =>
  roleLine(investor) || (investor.fund ? '' : 'Independent')

/** `Marit Moretti, Investment Director at Northgate Ventures`: the page's title, on the server and in the browser. */
export const investorTitle = (investor: Pick<Investor, 'name' | 'position' | 'fund'>): string =>
  [investor.name, roleLine(investor)].filter(Boolean).join(', ')
