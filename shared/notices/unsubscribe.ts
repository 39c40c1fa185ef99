import * as v from 'valibot'
import { optionalMails } from './preferences.ts'

/** A group whose mails have a link to unsubscribe. */
export const OptionalMailGroup = v.picklist(optionalMails)

/** The query of `GET` and `POST /api/notices/unsubscribe`: the secret in the header of a mail. */
export const UnsubscribeToken = v.object({ token: v.pipe(v.string(), v.maxLength(1000)) })
