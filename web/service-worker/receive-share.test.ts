import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { DirectoryDatabase } from '#web/db/directory-database.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { schedule } from '#web/db/schedule.ts'
import { createApi } from '#web/net/api.ts'
import { receiveShare } from './receive-share.ts'

const ada = 'ada' as PrincipalId
const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD\n`

const device = {
  api: createApi(async () => new Response(null, { status: 500 })),
  dexie: {},
  locks: { exclusively: <Result>(_: string, run: (signal: AbortSignal) => Promise<Result>) => run(new AbortController().signal) },
  after: schedule,
  now: Date.now,
  openDirectory: () => new DirectoryDatabase(),
} as never

let directory: DirectoryDatabase
let db: PrivateDatabase
beforeEach(async () => {
  directory = new DirectoryDatabase()
  db = new PrivateDatabase(ada, 'life')
  await db.meta.put({ key: 'life', value: 'life' })
  await directory.meta.put({ key: 'principal', value: { principal: ada, life: 'life' } } as never)
})
afterEach(async () => {
  await db.delete()
  await directory.delete()
})

/** The address that opens after a share. */
async function share(texts: Record<string, string>, files: string[] = []) {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  for (const file of files) form.append('cards', new File([file], 'card.vcf', { type: 'text/vcard' }))
  const request = { url: 'https://latchkey.example/share', formData: async () => form } as unknown as Request
  const reply = await receiveShare(device, request)
  expect(reply.status).toBe(303)
  return reply.headers.get('location')?.replace('https://latchkey.example', '')
}
const draft = async (id: 'shared' | 'shared:cards') => (await db.drafts.get(id))?.values

test('text and several cards of the share sheet are stored for the user, beside what waits, before the page opens', async () => {
  expect(await share({ title: 'Grove', text: 'Met at the fair' })).toBe('/share')
  expect(await share({}, [card('Noa'), card('Ida') + card('Sol')])).toBe('/share')
  expect(await draft('shared')).toBe('Grove\nMet at the fair')
  expect(String(await draft('shared:cards')).match(/FN:\w+/g)).toEqual(['FN:Noa', 'FN:Ida', 'FN:Sol'])
})

test('on a device without a database of a user the text is in the address, and the page says that the file is missing', async () => {
  await directory.meta.delete('principal')
  expect(await share({ text: 'Met at the fair' }, [card('Noa')])).toBe('/share?text=Met+at+the+fair&lost=file')
  expect(await draft('shared')).toBeUndefined()
})

test('files of more than 10 MB are not stored, and the text beside them is', async () => {
  expect(await share({ text: 'Met at the fair' }, ['x'.repeat(10_000_001)])).toBe('/share?lost=file')
  expect(await draft('shared')).toBe('Met at the fair')
})
