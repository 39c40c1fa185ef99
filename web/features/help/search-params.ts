import * as v from 'valibot'
import { MutationId } from '#shared/ids.ts'

/** `?edit={mutation}`: the form begins with the words of a refused entry of the outbox. */
export const HelpSearch = v.object({ edit: v.optional(v.fallback(v.optional(MutationId), undefined)) })
