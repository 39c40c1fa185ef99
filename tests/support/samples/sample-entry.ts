import type { ContactEntry, EntryId } from '#shared/contacts/entry.ts'
import type { VcId } from '#shared/ids.ts'

/** A complete dated entry about a contact, for tests, with overrides. */
export const sampleEntry = (over: Partial<ContactEntry> = {}): ContactEntry => ({
  id: 'ent_0193a1b2-0000-7000-8000-00000000c001' as EntryId,
  contactId: 'rec1' as VcId,
  text: 'Wants a pilot with two ports.',
  writtenOn: '2026-11-20T10:00:00.000Z',
  writtenBy: null,
  clashes: [],
  deletedAt: null,
  ...over,
})
