import type { Investor } from './contract.ts'

/**
 * Whether an investor agreed to be found: applied here, or the imported record states it. Any other profile comes from public
 * sources, also where its source marks it as verified.
 */
export const hasAgreed = (investor: Pick<Investor, 'vcType' | 'hasAgreed'>) =>
  investor.vcType === 'platform' || investor.hasAgreed === true
