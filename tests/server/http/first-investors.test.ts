import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Window } from 'happy-dom'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { syncSnapshots } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import type { Transaction } from '#server/database/client.ts'
import { changeRecord, lockRecord, type RecordRow, setListed } from '#server/features/directory/change-record.ts'
import { importListing } from '#server/features/directory/import/import-listing.ts'
import { withdraw } from '#server/features/profile-requests/remove-profile.ts'
import { GUEST_COOKIE, SESSION_COOKIE } from '#server/http/session.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { FIRST_INVESTORS } from '#shared/directory/first-investors.ts'
import { FIRST_PART, type FirstPart } from '#shared/directory/first-part.ts'
import type { VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import type { DirectoryPart, DirectorySnapshot } from '#shared/sync/protocol.ts'
import { listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { listOnDevices } from '#tests/support/state/investors.ts'

const webFolder = mkdtempSync(`${tmpdir()}/latchkey-first-`)
afterAll(() => rmSync(webFolder, { recursive: true }))
cpSync(`${import.meta.dirname}/../../../web/index.html`, `${webFolder}/index.html`)

const { database, visitor } = await startTestApp({ world: { webFolder } })
const { db } = database
const { send, get } = visitor()

/** The investors in a page, as a browser finds them without running a script. */
async function dataIn(path: string, id: string, headers?: Record<string, string>) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(await (await send(path, { headers })).text())
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : undefined
}

const investorsIn = (path: string): Promise<{ id: string; name?: string }[] | undefined> => dataIn(path, FIRST_INVESTORS)
const partIn = (path: string, headers?: Record<string, string>): Promise<FirstPart | undefined> =>
  dataIn(path, FIRST_PART, headers)

/** A snapshot of the directory as it is now: a job of the app may have begun to read it before the last record was listed. */
const firstChunk = (): Promise<DirectoryPart['put']> =>
  eventually(async () => {
    await db.delete(syncSnapshots)
    const { parts } = (await get<DirectorySnapshot>('/api/sync/directory/snapshot')).body
    const { put } = (await get<DirectoryPart>(`/api/sync/directory/parts/${parts[0]}`)).body
    expect(put.investors).toHaveLength((await listOnDevices(db)).length)
    return put
  })

beforeEach(async () => {
  await database.sql`delete from directory_investors`
})

test('the home page has the best verified investors as devices get them, in their order', async () => {
  for (let at = 0; at < 20; at += 1) await listInvestor(db, { name: `Partner ${String(at).padStart(2, '0')}` })
  await listInvestor(db, { name: 'A first name', isVerified: false })
  const { investors = [] } = await firstChunk()
  // The page waits a quarter of a second for them, which a busy machine may exceed.
  await expect.poll(() => investorsIn('/')).toEqual(investors.slice(0, 12))
  const first = investors.slice(0, 12)
  expect(first.map(({ name }) => name).slice(0, 2)).toEqual(['Partner 00', 'Partner 01'])
})

test('the page of an investor has the public document', async () => {
  const id = await listInvestor(db, {
    name: '</script><script>alert(1)</script>',
    email: 'secret@fund.example',
    telegram: '@secret',
  })
  const { investors } = await firstChunk()
  expect(await investorsIn(`/vc/${id}`)).toEqual(investors?.filter((one) => one.id === id))
  expect(await (await send(`/vc/${id}`)).text()).not.toMatch(/secret@fund|@secret/)
})

test('a page without a record, and one of a list, have none', async () => {
  await listInvestor(db)
  await firstChunk()
  for (const path of ['/vc/rec_unknown', '/vcs', '/no-such-page', '/index.html']) expect(await investorsIn(path)).toBeUndefined()
})

test('the pages of the lists have their first investors as devices get them', async () => {
  for (let at = 0; at < 20; at += 1) await listInvestor(db, { name: `Partner ${String(at).padStart(2, '0')}` })
  await listInvestor(db, { name: 'A first name', isVerified: false, email: 'secret@fund.example', telegram: '@secret' })
  const { investors = [] } = await firstChunk()
  for (const path of ['/vcs', '/ping']) {
    await expect.poll(async () => (await partIn(path))?.investors).toEqual(investors.slice(0, 12))
  }
  // The last of the best is the first by name.
  await expect.poll(async () => (await partIn('/directory'))?.investors).toEqual([investors[20], ...investors.slice(0, 11)])
  expect((await partIn('/directory'))?.totals).toEqual([{ id: 'all', verified: 20, others: 1, funds: 0, letters: ['A', 'P'] }])
  expect(await (await send('/directory')).text()).not.toMatch(/secret@fund|@secret/)
})

test.each([
  ['an address with a filter', '/vcs?q=berlin', undefined],
  ['a member', '/vcs', { cookie: `${SESSION_COOKIE}=any` }],
  ['a guest with purchases', '/vcs', { cookie: `${GUEST_COOKIE}=any` }],
])('%s has no part of the directory in its page', async (_, path, headers) => {
  await listInvestor(db)
  await firstChunk()
  await expect.poll(() => partIn('/vcs')).toBeDefined()
  expect(await partIn(path, headers)).toBeUndefined()
})

test('a removed person is on no page', async () => {
  const id = await listInvestor(db, { name: 'Withdrawn' })
  await firstChunk()
  await expect.poll(async () => (await investorsIn('/'))?.map(({ name }) => name)).toEqual(['Withdrawn'])
  for (const path of ['/vcs', '/directory']) await expect.poll(async () => (await partIn(path))?.investors).toHaveLength(1)
  const keyring = await openKeyring(db)
  await db.transaction((tx) => withdraw(tx, { keyring, now: () => new Date(), cancelCalls: async () => undefined }, id))
  for (const path of ['/', '/vcs', '/ping', '/directory', `/vc/${id}`])
    expect(await (await send(path)).text()).not.toContain('Withdrawn')
})

const LISTS = ['/', '/vcs', '/ping', '/directory'] as const

/** The prices of the investors of a page by name. A page that came without investors is loaded again, another one is not. */
async function pricesIn(path: (typeof LISTS)[number]): Promise<Record<string, number | null>> {
  let investors: Investor[] | undefined
  const load = async () => {
    investors = path === '/' ? await dataIn(path, FIRST_INVESTORS) : (await partIn(path))?.investors
    return investors
  }
  await expect.poll(load).toBeDefined()
  return Object.fromEntries((investors ?? []).map(({ name, price }) => [name, price]))
}

/** Changes a record as an admin does, in a service that deletes no snapshot. */
const asAdmin = (id: VcId, change: (tx: Transaction, row: RecordRow) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    const row = await lockRecord(tx, id)
    if (row) await change(tx, row)
  })

const changeDeps = async () => ({ keyring: await openKeyring(db), now: () => new Date() })

test.each<[what: string, change: (id: VcId) => Promise<unknown>, left: Record<string, number>]>([
  ['is taken off the list', (id) => asAdmin(id, (tx, row) => setListed(tx, new Date(), row, false)), { Staying: 9900 }],
  [
    'has another price',
    async (id) => asAdmin(id, async (tx, row) => changeRecord(tx, await changeDeps(), row, { price: cents(12_300) })),
    { Staying: 9900, Changed: 12_300 },
  ],
  [
    'vanishes at an import',
    async (id) => {
      await database.sql`update directory_investors set is_manual = (id <> ${id})`
      await importListing({ db }, { source: 'file', records: [], confirm: true })
    },
    { Staying: 9900 },
  ],
])('a record that %s after the snapshot is so on every page at once', async (_, change, left) => {
  const id = await listInvestor(db, { name: 'Changed', isManual: true, email: 'own@fund.example', telegram: '@own' })
  await listInvestor(db, { name: 'Staying', isManual: true })
  await firstChunk()
  for (const path of LISTS) expect(await pricesIn(path)).toEqual({ Staying: 9900, Changed: 9900 })
  await change(id)
  for (const path of LISTS) expect(await pricesIn(path)).toEqual(left)
  const totals = async () => (await partIn('/directory'))?.totals[0].verified
  await expect.poll(totals).toBe(Object.keys(left).length)
})
