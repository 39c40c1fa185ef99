import type { Investor } from '#shared/directory/contract.ts'
import type { FirstPart } from '#shared/directory/first-part.ts'

/** Id of the element in which the server writes the investors that a page shows first. */
export const FIRST_INVESTORS = 'first-investors'

/** What a screen shows before a device has any data: the path with its query, and what the page contains. */
export type FirstScreen = { path: string; investors: Investor[]; part?: FirstPart | undefined }
