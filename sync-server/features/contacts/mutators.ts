import type { Mutators } from '#server/sync/push/mutator.ts'
import { readNoteBase } from '#shared/contacts/contract.ts'
import { deleteEntry, writeEntry } from './entries/service.ts'
import { changeFollowUp, changeTags } from './follow-ups.ts'
import { changeDeletion } from './photos/service.ts'
import { type HoldsContact, hasRoomForTemplate, saveInvestor, writeText } from './service.ts'

export const contactMutators = (holdsContact: HoldsContact) =>
  ({
    'contact.note': (context, args, base) =>
      writeText(context, { ...args, kind: 'note', base: readNoteBase(base) }, holdsContact),
    'contact.intro': (context, args, base) =>
      writeText(context, { ...args, kind: 'intro', base: readNoteBase(base) }, holdsContact),
    'contact.follow-up': (context, args, base) => changeFollowUp(context, { ...args, base }, holdsContact),
    'contact.tag': (context, args) => changeTags(context, args, holdsContact),
    'entry.write': (context, args, base) => writeEntry(context, { args, base }, holdsContact),
    'entry.delete': (context, args, base) => deleteEntry(context, args, base),
    'photo.delete': (context, args) => changeDeletion(context, args, holdsContact),
    'template.write': (context, { id, ...args }, base) =>
      writeText(context, { ...args, contactId: id, kind: 'template', base: readNoteBase(base) }, hasRoomForTemplate),
    'investor.save': (context, args) => saveInvestor(context, args),
  }) satisfies Partial<Mutators>
