/** The lists of the specification about projects, in its order. A first visit, which shows investors, does not load them. */

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
