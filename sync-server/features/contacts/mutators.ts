import type { Mutators } from '#server/sync/push/mutator.ts'
import { readNoteBase } from '#shared/contacts/contract.ts'
import { changeFollowUp } from './follow-ups.ts'
import { type HoldsContact, hasRoomForTemplate, saveInvestor, writeText } from './service.ts'

export const contactMutators = (holdsContact: HoldsContact) =>
  ({
    'contact.note': (context, args, base) =>
      writeText(context, { ...args, kind: 'note', base: readNoteBase(base) }, holdsContact),
    'contact.intro': (context, args, base) =>
      writeText(context, { ...args, kind: 'intro', base: readNoteBase(base) }, holdsContact),
    'contact.follow-up': (context, args, base) => changeFollowUp(context, { ...args, base }, holdsContact),
    'template.write': (context, { id, ...args }, base) =>
      writeText(context, { ...args, contactId: id, kind: 'template', base: readNoteBase(base) }, hasRoomForTemplate),
    'investor.save': (context, args) => saveInvestor(context, args),
  }) satisfies Partial<Mutators>
