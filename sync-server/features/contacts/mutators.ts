import { lockStaying } from '#server/features/directory/staying-record.ts'
import type { Mutator, Mutators } from '#server/sync/push/mutator.ts'
import { readNoteBase } from '#shared/contacts/contract.ts'
import type { VcId } from '#shared/ids.ts'
import { deleteEntry, writeEntry } from './entries/service.ts'
import { changeFollowUp, changeTags } from './follow-ups.ts'
import { changeDeletion } from './photos/service.ts'
import { type HoldsContact, hasRoomForTemplate, saveInvestor, writeText } from './service.ts'

/** What a device writes about a record that was merged is about the one that stays. */
const aboutStaying =
  <Args extends { contactId: VcId }>(apply: Mutator<Args>): Mutator<Args> =>
  async (context, args, base) =>
    apply(context, { ...args, contactId: await lockStaying(context.tx, args.contactId) }, base)

export const contactMutators = (holdsContact: HoldsContact) =>
  ({
    'contact.note': aboutStaying((context, args, base) =>
      writeText(context, { ...args, kind: 'note', base: readNoteBase(base) }, holdsContact),
    ),
    'contact.intro': aboutStaying((context, args, base) =>
      writeText(context, { ...args, kind: 'intro', base: readNoteBase(base) }, holdsContact),
    ),
    'contact.follow-up': aboutStaying((context, args, base) => changeFollowUp(context, { ...args, base }, holdsContact)),
    'contact.tag': aboutStaying((context, args) => changeTags(context, args, holdsContact)),
    'entry.write': aboutStaying((context, args, base) => writeEntry(context, { args, base }, holdsContact)),
    'entry.delete': (context, args, base) => deleteEntry(context, args, base),
    'photo.delete': aboutStaying((context, args) => changeDeletion(context, args, holdsContact)),
    'template.write': (context, { id, ...args }, base) =>
      writeText(context, { ...args, contactId: id, kind: 'template', base: readNoteBase(base) }, hasRoomForTemplate),
    'investor.save': async (context, { vcId, isSaved }) =>
      saveInvestor(context, { vcId: await lockStaying(context.tx, vcId), isSaved }),
  }) satisfies Partial<Mutators>
