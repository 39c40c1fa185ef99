import type { Contact } from '#shared/contacts/contract.ts'
import type { Listing, ListingRecord } from '#shared/directory/api-contract.ts'
import { withContact } from './present-listed-record.ts'

type Place = { record: ListingRecord; from: number; to: number }

/** The external listing as JSON, with the byte range of each record. */
export type WrittenListing = { json: Uint8Array; places: Map<string, Place> }

const encoder = new TextEncoder()

/** Serialises a `Listing`, each record once. */
export function writeListing(records: readonly ListingRecord[]): WrittenListing {
  const texts: string[] = []
  const places = new Map<string, Place>()
  let length = 0
  const add = (text: string) => {
    texts.push(text)
    length += Buffer.byteLength(text)
  }
  const addAll = (name: keyof Listing, ofGroup: readonly ListingRecord[]) => {
    add(`"${name}":[`)
    for (const [at, record] of ofGroup.entries()) {
      if (at > 0) add(',')
      const from = length
      add(JSON.stringify(record))
      places.set(record.id, { record, from, to: length })
    }
    add(']')
  }
  add('{')
  addAll(
    'verifiedVCs',
    records.filter(({ verified }) => verified),
  )
  add(',')
  addAll(
    'unverifiedVCs',
    records.filter(({ verified }) => !verified),
  )
  add('}')
  return { json: encoder.encode(texts.join('')), places }
}

/** The same JSON with contacts merged into their records: views of the serialised bytes, and new bytes for each owned record. */
export function withContacts({ json, places }: WrittenListing, contacts: readonly Contact[]): Uint8Array[] {
  const byId = new Map<string, Contact>(contacts.map((contact) => [contact.id, contact]))
  const owned = [...byId].flatMap(([id, contact]) => {
    const place = places.get(id)
    return place ? [{ ...place, contact }] : []
  })
  const pieces: Uint8Array[] = []
  let at = 0
  for (const { from, to, record, contact } of owned.sort((a, b) => a.from - b.from)) {
    pieces.push(json.subarray(at, from), encoder.encode(JSON.stringify(withContact(record, contact))))
    at = to
  }
  return [...pieces, json.subarray(at)]
}
