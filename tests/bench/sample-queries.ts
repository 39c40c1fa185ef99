import type { DirectoryQuery } from '#shared/directory/directory-index.ts'

const TEXTS = ['', 'an', 'seed fund', 'marit', 'capital berlin', 'zzzz', 'novak', 'infra', 'partner londn']
const STAGES = [undefined, 'Seed', 'Series B']
const SECTORS = [undefined, 'DeFi', 'AI/ML']

/** Every text with every stage and sector. @param round  each round types another letter, so that nothing is answered twice */
export const sampleQueries = (round: number): DirectoryQuery[] =>
  TEXTS.flatMap((text) =>
    STAGES.flatMap((stage) =>
      SECTORS.map((sector) => ({
        text: text + String.fromCharCode(97 + round),
        ...(stage && { stage }),
        ...(sector && { sector }),
      })),
    ),
  )
