import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Contact } from '#shared/contacts/contract.ts'
import type { ListingRecord } from '#shared/directory/api-contract.ts'
import { withContact } from './present-listed-record.ts'
import { withContacts, writeListing } from './written-listing.ts'

const record = fc.record({
  id: fc.stringMatching(/^rec[A-Za-z0-9]{3}$/),
  verified: fc.boolean(),
  name: fc.string({ unit: 'grapheme' }),
})
const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 8 })

test('the pieces are the JSON of the listing, with each owned contact on its record', () => {
  fc.assert(
    fc.property(records, fc.func(fc.boolean()), (rows, isHeld) => {
      const listed = rows as unknown as ListingRecord[]
      const contacts = [
        ...listed.filter(({ id }) => isHeld(id)).map(({ id }) => ({ id, email: `${id}@fund.example` })),
        { id: 'recElsewhere' },
      ]
      const pieces = withContacts(writeListing(listed), contacts.toReversed() as unknown as Contact[])
      const expected = listed.map((row) => {
        const contact = contacts.find(({ id }) => id === row.id)
        return contact ? withContact(row, contact as unknown as Contact) : row
      })
      expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(
        JSON.parse(
          JSON.stringify({
            verifiedVCs: expected.filter(({ verified }) => verified),
            unverifiedVCs: expected.filter(({ verified }) => !verified),
          }),
        ),
      )
    }),
  )
})
