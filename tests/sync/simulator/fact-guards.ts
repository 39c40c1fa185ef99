import type { Guard } from './live-guards.ts'

/** Lines for ratings, hours, notices, own people, tags, follow-ups, deals, the round, dated notes and saved searches, as `guards` in `guards.ts`. */
export const factGuards: Record<string, Guard> = {
  'two names for a saved search': {
    file: 'sync-server/features/searches/service.ts',
    guard: "if (written.isChangedElsewhere) throw new Problem('searches.changed-elsewhere')",
    without: 'void written.isChangedElsewhere',
    heldBy: {
      file: 'tests/server/searches/searches.test.ts',
      test: 'the name of one device and the filters of another are both kept; two names are refused for the later device',
    },
  },
  'two texts for a person': {
    file: 'sync-server/features/people/service.ts',
    guard: "if (isChangedElsewhere) throw new Problem('people.changed-elsewhere')",
    without: 'void isChangedElsewhere',
    heldBy: {
      file: 'tests/server/people/people.test.ts',
      test: 'fields of two devices are both kept; two texts for one field are refused for the later device',
    },
  },
  'two texts for a deal': {
    file: 'sync-server/features/raise/service.ts',
    guard: "if (isChangedElsewhere) throw new Problem('raise.changed-elsewhere')\n  await upsertDeal",
    without: 'void isChangedElsewhere\n  await upsertDeal',
    heldBy: {
      file: 'tests/server/raise/raise.test.ts',
      test: 'fields of two devices are both kept; two texts or amounts for one field are refused for the later device',
    },
  },
  'two values for the round': {
    file: 'sync-server/features/raise/service.ts',
    guard: "if (isChangedElsewhere) throw new Problem('raise.changed-elsewhere')\n  await upsertRound",
    without: 'void isChangedElsewhere\n  await upsertRound',
    heldBy: {
      file: 'tests/server/raise/raise.test.ts',
      test: 'names of two stages that two devices write are both kept, and two names of one stage are not overwritten',
    },
  },
  'later value of a deal counts': {
    file: 'sync-server/features/raise/service.ts',
    guard: 'writtenFields(before, { args, base }, chosenDealFields)',
    without: 'writtenFields(before, { args, base }, void chosenDealFields)',
    heldBy: {
      file: 'tests/server/raise/raise.test.ts',
      test: 'fields of two devices are both kept; two texts or amounts for one field are refused for the later device',
    },
  },
  'squashed follow-ups complete': {
    file: 'shared/contacts/merge-follow-up.ts',
    guard: 'const args = { ...earlier.args, ...later.args }',
    without: 'const args = later.args',
    heldBy: {
      file: 'shared/contacts/merge-follow-up.test.ts',
      test: 'a change without a place keeps the base of the one with a place',
    },
  },
  'only given fields of a follow-up': {
    file: 'sync-server/features/contacts/follow-ups.ts',
    guard: '    ...rest,\n',
    without: '    ...{ stage: null, rating: null, ...rest },\n',
    heldBy: { file: 'tests/server/follow-ups.test.ts', test: 'two devices that change different fields both keep their changes' },
  },
  'unseen text keeps the person': {
    file: 'sync-server/features/people/service.ts',
    guard: 'if (isDeleted && base !== undefined && !isPersonSeen(await readWrittenAbout(tx, principalId, stored), base)) return',
    without: 'void [isPersonSeen, readWrittenAbout, base]',
    heldBy: { file: 'tests/server/people/deletion.test.ts', test: '%s that its user had not seen turns a deletion down' },
  },
  'new id followed': {
    file: 'sync-server/features/people/queries.ts',
    guard: 'for (const table of [...ABOUT, contactPhotos])',
    without: 'for (const table of [contactPhotos])',
    heldBy: {
      file: 'tests/server/people/merge.test.ts',
      test: 'all that a guest wrote about a person follows the person to a new id; what the account wrote stays',
    },
  },
  'only given fields of a deal': {
    file: 'shared/sync/merge-fields.ts',
    guard: 'flatMap(([field, value]) => (value === undefined ? [] : [[field, clean(value)]]))',
    without: 'flatMap(([field, value]) => (value === undefined ? [] : [[field, null]]))',
    heldBy: { file: 'shared/sync/merge-fields.test.ts', test: 'changes of different fields on two devices are both kept' },
  },
  'note after its person': {
    file: 'shared/sync/mutations.ts',
    guard: '(isPersonId(id) ?',
    without: "(isPersonId(id) && kind === '' ?",
    heldBy: {
      file: 'tests/server/people/people.test.ts',
      test: 'a person, a note and a follow-up that were written offline arrive together, and are read on another device',
    },
  },
  'tags of two devices kept': {
    file: 'sync-server/features/contacts/follow-ups.ts',
    guard: 'changedTags((await lockTexts(tx, principalId, contactId)).tags, change)',
    without: 'changedTags([], change)',
    heldBy: {
      file: 'tests/server/follow-ups.test.ts',
      test: 'of two devices are both kept, and a removed one is removed in every spelling',
    },
  },
  'squashed tags complete': {
    file: 'shared/contacts/tags.ts',
    guard: 'union(without(earlier.add ?? [], later.remove ?? []), later.add ?? [])',
    without: 'later.add ?? []',
    heldBy: {
      file: 'shared/contacts/tags.test.ts',
      test: 'two changes have the same result as the one that they are squashed into',
    },
  },
  'edit wins over deletion': {
    file: 'sync-server/features/contacts/entries/service.ts',
    guard: 'if (isDeleted && !isDeletionSeen(stored, base)) return',
    without: 'void isDeletionSeen(stored, base)',
    heldBy: {
      file: 'tests/server/people/entries.test.ts',
      test: 'of a deletion and an edit the edit wins, in either order',
    },
  },
  'day kept by a write of the text': {
    file: 'shared/contacts/merge-entry.ts',
    guard: 'writtenOn: seen?.writtenOn === writtenOn ? stored.writtenOn : writtenOn',
    without: "writtenOn: seen?.writtenOn === '' ? stored.writtenOn : writtenOn",
    heldBy: {
      file: 'tests/server/people/entries.test.ts',
      test: 'the day that one device changes stays, though another one writes the text with the earlier day',
    },
  },
  'rating given once': {
    file: 'sync-server/features/bookings/calls/rate-call.ts',
    guard: 'if (call.rating !== null) {',
    without: 'if (call.rating === stars && call.ratingText === text) {',
    heldBy: {
      file: 'tests/server/bookings/ratings.test.ts',
      test: 'a call is rated once: the same rating again changes nothing, and another one is refused',
    },
  },
  'squashed hours complete': {
    file: 'shared/listings/hours.ts',
    guard: 'change: { ...earlier.change, ...later.change }',
    without: 'change: later.change',
    heldBy: { file: 'shared/bookings/call-hours.test.ts', test: 'two pending ones' },
  },
  'other hours kept': {
    file: 'shared/bookings/call-hours.ts',
    guard: "...(stored ?? initialHours(change.timeZone ?? 'UTC')), ...change }",
    without: "...initialHours(change.timeZone ?? 'UTC'), ...change }",
    heldBy: { file: 'shared/bookings/call-hours.test.ts', test: 'keeps the fields that another device has changed' },
  },
  'only seen notices read': {
    file: 'sync-server/features/notices/queries.ts',
    guard: 'inArray(notices.id, ids), eq(notices.isRead, false)',
    without: 'ids.length > 0 ? undefined : inArray(notices.id, ids), eq(notices.isRead, false)',
    heldBy: {
      file: 'tests/server/notices/notices.test.ts',
      test: 'what is read on one device is read on all, once and for all, and only by its principal',
    },
  },
}
