import { FIRST_PART, type FirstPart, type FirstTotals } from '#shared/directory/first-part.ts'
import type { Doc } from '#shared/sync/protocol.ts'
import { DirectorySet } from './public-documents.ts'

let given: DirectorySet | undefined

/** For the server, which renders a screen without a page (`web/app/first-screen/`). */
export const giveFirstPart = (part: FirstPart | undefined) => {
  given = part && toSet(part)
}

let read: { from: Element; set: DirectorySet } | undefined

/**
 * The part of the directory that the server wrote into the page of a list, which shows it until the whole directory has arrived.
 * Another page of the app has none (`leavePage`), nor has a page that the service worker served.
 */
export function firstPart(): DirectorySet | undefined {
  const element = globalThis.document?.getElementById(FIRST_PART)
  if (!element) return given
  if (read?.from !== element) read = { from: element, set: toSet(JSON.parse(element.textContent ?? '{}')) }
  return read.set
}

/** The same, on later pages too: an investor that was opened from a list is known. */
export const keptPart = () => firstPart() ?? read?.set

export const totalsOf = (part: DirectorySet | undefined) => part?.get('totals', 'all') as Doc as FirstTotals | undefined

function toSet(part: FirstPart): DirectorySet {
  const set = new DirectorySet()
  for (const [collection, docs] of Object.entries(part)) set.put(collection, docs as Doc[])
  return set
}
