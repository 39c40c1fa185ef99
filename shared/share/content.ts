import * as v from 'valibot'

/** Where the system's share sheet sends a form. The service worker answers it; without one, the server. */
export const SHARE_PATH = '/share'

/** The element of the page that has what the server received. */
export const SHARED_BLOCK = 'shared-content'

/** The name of the files in the manifest. */
export const SHARED_FILES = 'cards'

/** What another app shared, as the form has it; `cards` are the texts of its files. */
export const SharedContent = v.object({
  title: v.optional(v.string()),
  text: v.optional(v.string()),
  url: v.optional(v.string()),
  cards: v.array(v.string()),
})
export type SharedContent = v.InferOutput<typeof SharedContent>
