import type { ColdFund, DecisionMaker, FundPerson } from '#shared/cold-scout/contract.ts'
import type { DecisionMakerRow, FundRow } from './queries.ts'

/** A fund without unlocks. Together with the next function the only path from a decision maker's row to the public. */
export const presentFund = (fund: FundRow, people: DecisionMakerRow[]): ColdFund => ({
  ...fund,
  decisionMakers: people.map(({ id, role, fullName, hasLinkedin, hasTwitter }) => ({
    id,
    role,
    maskedName: maskName(fullName),
    hasLinkedin,
    hasTwitter,
  })),
})

/** A person of a fund for a caller who may have unlocked some: unlocked people in full, the others masked. */
export function presentPerson(row: DecisionMakerRow, owned: DecisionMaker | undefined): FundPerson {
  const { id, role, fullName, hasLinkedin, hasTwitter } = row
  return {
    id,
    role,
    fullName: owned ? owned.fullName : maskName(fullName),
    isUnlocked: owned !== undefined,
    hasLinkedin,
    hasTwitter,
    linkedinUrl: owned?.linkedinUrl ?? null,
    twitterUrl: owned?.twitterUrl ?? null,
  }
}

const DOTS = '•••••'

/**
 * The masked name of a locked decision maker: two initials, each followed by five dots.
 *
 * The mask always has the same length, independent of the length of the name and its number of words, so that it cannot be
 * matched against a fund's team page by counting. A word of a single character, common in Chinese and Korean names, would be
 * shown in full, so it shows no initial.
 */
export function maskName(fullName: string): string {
  const words = fullName.normalize('NFC').split(/\s+/u).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : undefined
  return `${initial(words[0])}${DOTS} ${initial(last)}${DOTS}`
}

function initial(word = ''): string {
  const [first = '', ...rest] = word
  return rest.length > 0 && /^\p{L}$/u.test(first) ? first : '•'
}
