import type { VcId } from '#shared/ids.ts'

/** A record with its grade: verified first, then by rank. The lower text is the better one. */
export type Graded = { id: VcId; grade: string }

/**
 * Which records change places: the best outside the devices' part against the worst inside, in pairs. A record takes a place only when
 * it is better, so equal ones stay where they are and no record moves back and forth.
 *
 * @param candidates  outside, the best first
 * @param members  inside, the worst first
 */
export function choosePlaces(candidates: readonly Graded[], members: readonly Graded[]): { joining: VcId[]; leaving: VcId[] } {
  const pairs = candidates.flatMap((candidate, at) => {
    const member = members[at]
    return member && candidate.grade < member.grade ? [{ candidate, member }] : []
  })
  return { joining: pairs.map(({ candidate }) => candidate.id), leaving: pairs.map(({ member }) => member.id) }
}
