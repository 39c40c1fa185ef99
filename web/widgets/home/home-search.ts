import * as v from 'valibot'

/** `?variant=b` shows the other landing page. Other parameters are dropped. */
export const HomeSearch = v.object({ variant: v.fallback(v.optional(v.picklist(['a', 'b'])), undefined) })
