import type { Transaction } from '#server/database/client.ts'
import { mergePlace } from '#shared/contacts/merge-follow-up.ts'
import { joinNotes, type StoredNote } from '#shared/contacts/merge-note.ts'
import { changedTags } from '#shared/contacts/tags.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { type FollowUpRow, lockFollowUp, takeFollowUps, upsertFollowUp } from './follow-up-queries.ts'
import { lockText, type OwnText, storeText, takeTexts } from './queries.ts'

type Written = StoredNote & { contactId: VcId; updatedAt: Date }

/** Transfers texts to another owner; where both wrote about one contact, both texts remain. */
const moveTexts = (kind: OwnText) => async (tx: Transaction, from: PrincipalId, to: PrincipalId) => {
  for (const { principalId: _guest, ...written } of await takeTexts(tx, kind, from)) await addText(tx, kind, to, written)
}

export const moveNotes = moveTexts('note')
export const moveIntros = moveTexts('intro')
export const moveTemplates = moveTexts('template')

async function addText(tx: Transaction, kind: OwnText, principalId: PrincipalId, written: Written) {
  const own = await lockText(tx, kind, principalId, written.contactId)
  const becomes = own ? { ...own, ...joinNotes(own, written, written.updatedAt.toISOString()) } : { principalId, ...written }
  const after = { ...becomes, updatedAt: later(own?.updatedAt, written.updatedAt) }
  await storeText(tx, kind, { before: own, after })
}

/** Transfers follow-ups to another owner. If `metAt` of both cannot be merged, the guest's value is appended to the note. */
export async function moveFollowUps(tx: Transaction, from: PrincipalId, to: PrincipalId) {
  for (const guest of await takeFollowUps(tx, from)) {
    const own = await lockFollowUp(tx, { ...guest, principalId: to })
    const metAt = mergePlace(own.metAt, guest.metAt, UNSEEN)
    await upsertFollowUp(tx, { ...joinFollowUps(own, guest), metAt: metAt === undefined ? own.metAt : metAt })
    if (metAt === undefined) {
      await appendToNote(tx, to, { ...guest, text: `Met at: ${guest.metAt}` })
    }
  }
}

/** Appends a text of a merged owner to the note on a contact: a value that does not fit beside the account's one. */
export const appendToNote = (
  tx: Transaction,
  to: PrincipalId,
  { contactId, text, updatedAt }: Pick<Written, 'contactId' | 'text' | 'updatedAt'>,
) => addText(tx, 'note', to, { contactId, text, writtenBy: null, clashes: [], updatedAt })

/** The base of a place whose writer had seen no other value. */
const UNSEEN = { metAt: [] }

/**
 * Stage and rating are the account's, or the guest's where the account has none: they contain no text and are set again with one
 * tap. The tags of both are kept. Of two due times the earlier one wins, so that none is missed, unless its reminder has been sent.
 */
function joinFollowUps(own: FollowUpRow, guest: FollowUpRow): FollowUpRow {
  const isGuests = guest.dueAt !== null && (own.dueAt === null || own.remindedAt !== null || guest.dueAt < own.dueAt)
  const { dueAt, remindedAt } = isGuests ? guest : own
  return {
    ...own,
    stage: own.stage ?? guest.stage,
    rating: own.rating ?? guest.rating,
    tags: changedTags(own.tags, { add: guest.tags }),
    dueAt,
    remindedAt,
    remindByMail: own.remindByMail || guest.remindByMail,
    updatedAt: later(own.updatedAt, guest.updatedAt),
  }
}

const later = (one: Date | undefined, other: Date) => (one && one > other ? one : other)
