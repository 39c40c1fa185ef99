import * as v from 'valibot'
import { MutationId } from '#shared/ids.ts'

/** `?edit={mutation}`: the form starts with the text of a rejected entry of the outbox. */
export const HelpSearch = v.object({ edit: v.optional(v.fallback(v.optional(MutationId), undefined)) })
