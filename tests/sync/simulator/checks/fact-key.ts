import type { Fact } from './written.ts'

/** The key of a change whose entry a later one with the same key squashes. */
export const keyOfFact = (fact: Fact | undefined): string | undefined => {
  if (fact?.do === 'hours') return `hours ${fact.vcId}`
  if (fact?.do === 'tag') return `tag ${fact.vcId}`
  if (fact?.do === 'set') return fact.orderingKey
  return fact?.do === 'read' ? 'read' : undefined
}
