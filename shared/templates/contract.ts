import * as v from 'valibot'
import { ContactNote, WriteNote } from '#shared/contacts/contract.ts'

/**
 * A template of the user's own for the first mail: `tpl_` and a UUIDv7, generated on the device. It is stored and merged as the
 * texts about contacts are, under an id that no contact has.
 */
export const TemplateId = v.pipe(
  v.string(),
  v.regex(/^tpl_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'This is not a valid id.'),
  v.brand('VcId'),
  v.brand('TemplateId'),
)
export type TemplateId = v.InferOutput<typeof TemplateId>

export const MAX_TEMPLATES = 20

/** The first line names it. */
export const MailTemplate = v.object({ ...ContactNote.entries, id: TemplateId })
export type MailTemplate = v.InferOutput<typeof MailTemplate>

/** `template.write`: an empty text removes it. Base and merge work as for a note. */
const { contactId: _contact, ...written } = WriteNote.entries
export const WriteTemplate = v.object({ id: TemplateId, ...written })
export type WriteTemplate = v.InferOutput<typeof WriteTemplate>
