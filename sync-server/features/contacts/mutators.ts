import type { Mutators } from '#server/sync/mutator.ts'
import { type HoldsContact, saveInvestor, writeNote } from './service.ts'

export const contactMutators = (holdsContact: HoldsContact): Pick<Mutators, 'contact.note' | 'investor.save'> => ({
  'contact.note': (context, args) => writeNote(context, args, holdsContact),
  'investor.save': (context, args) => saveInvestor(context, args),
})
