/** The lists of the specification about investors, in its order. Those about projects: `projects/catalogues.ts`. */

export const STAGES = ['Angel', 'Pre-Seed', 'Seed', 'Series A', 'Series B+'] as const

/** A filter for `Series B` also matches `Series B+`, which the application form stores. */
export const STAGE_FILTERS = ['All', 'Angel', 'Pre-Seed', 'Seed', 'Series A', 'Series B'] as const

/** Sectors of the investor application. */
export const SECTORS = [
  'AI/ML',
  'DeFi',
  'RWA',
  'Stablecoins',
  'Infrastructure',
  'Supply Chain',
  'Payments',
  'Identity',
  'DAO',
  'Healthcare',
  'Meme',
  'Energy',
  'Compute',
  'SocialFi',
  'Data',
  'Education',
  'Privacy',
] as const

/** Sector filters of /vcs and /ping; other values present in the data are appended. */
export const SECTOR_FILTERS = [
  'All',
  'DeFi',
  'Stablecoins',
  'RWA',
  'Infrastructure',
  'Social',
  'Enterprise',
  'AI/ML',
  'Gaming',
] as const

/** Pages spell some sectors differently; matching treats each group as one. */
export const SECTOR_ALIASES: Readonly<Record<string, string>> = { AI: 'AI/ML', Infra: 'Infrastructure' }
