import type { Guard } from './live-guards.ts'

/** Lines for ratings, hours, notices, own people and saved searches, as `guards` in `guards.ts`. */
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
  'note after its person': {
    file: 'shared/sync/mutations.ts',
    guard: '(isPersonId(id) ?',
    without: "(isPersonId(id) && kind === '' ?",
    heldBy: {
      file: 'tests/server/people/people.test.ts',
      test: 'a person, a note and a follow-up that were written offline arrive together, and are read on another device',
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
