import * as v from 'valibot'

/** `?variant=b` shows the other landing page. Anything else there is left out. */
export const HomeSearch = v.object({ variant: v.fallback(v.optional(v.picklist(['a', 'b'])), undefined) })
