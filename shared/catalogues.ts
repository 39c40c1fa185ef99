/** The lists of the specification, in its order. */

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

/** Focus areas of the free directory, which spells two of them differently and adds four. */
export const FREE_SECTOR_FILTERS = [
  'All',
  'DeFi',
  'Stablecoins',
  'RWA',
  'Infra',
  'Social',
  'Enterprise',
  'AI',
  'Gaming',
  'NFTs',
  'Consumer',
  'Payments',
  'Security',
] as const

/** Pages spell some sectors differently; matching treats each group as one. */
export const SECTOR_ALIASES: Readonly<Record<string, string>> = { AI: 'AI/ML', Infra: 'Infrastructure' }

export const PROJECT_STAGES = ['Idea', 'MVP', 'Beta', 'Live', 'Growth', 'Scaling'] as const

/** Filters of the marketplace; other values present in its projects are appended. */
export const ECOSYSTEM_FILTERS = [
  'Ethereum',
  'Solana',
  'Polygon',
  'Binance Smart Chain',
  'Avalanche',
  'Cardano',
  'TON',
  'Sui',
  'Polkadot',
  'Cosmos',
  'Optimism',
  'Aptos',
  'Hedera',
  'Base',
  'Stellar',
] as const

export const VERTICAL_FILTERS = [
  'DeFi',
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
  'Stablecoins',
  'RWA',
] as const

/** Two spellings of one ecosystem; matching and filters use the second. */
export const ECOSYSTEM_ALIASES: Readonly<Record<string, string>> = { Apotos: 'Aptos' }

export const canonicalEcosystem = (name: string) => ECOSYSTEM_ALIASES[name] ?? name

/** Ecosystems that a founder chooses from. The specification's list has 'Apotos': it is also accepted, and stored as 'Aptos'. */
export const ECOSYSTEMS = [
  'Ethereum',
  'Binance Smart Chain',
  'Avalanche',
  'Cardano',
  'TON',
  'Sui',
  'Polkadot',
  'Cosmos',
  'Optimism',
  'Aptos',
  'Hedera',
  'Base',
  'Stellar',
  'Arbitrum',
  'Bitcoin',
  'Solana',
  'Polygon',
  'Multi-chain',
  'Other',
] as const

/** Verticals that a founder chooses from. */
export const VERTICALS = [
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
  'DeFi',
  'RWA',
  'Stablecoins',
  'Infrastructure',
  'AI/ML',
  'Social',
  'Enterprise',
  'Other',
] as const
