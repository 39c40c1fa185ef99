import type { OwnListing } from '#shared/listings/contract.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { useOwnListings } from '#web/features/listings/queries.ts'
import { useOwnProject } from '#web/features/projects/editor/own-project.ts'

/** This user's own project and listing on this device; of several listings the latest. */
export type MyRecords = { project: OwnProject | null; listing: OwnListing | null }

/** `undefined` until the device has been read. */
export function useMyRecords(): MyRecords | undefined {
  const project = useOwnProject()
  const listings = useOwnListings()
  return project === undefined || !listings ? undefined : { project, listing: listings.at(-1) ?? null }
}
