import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { backUp } from '#server/operations/backup/back-up.ts'
import { restore } from '#server/operations/backup/restore.ts'
import { diskStorage } from '#server/storage/storage.ts'
import type { PrincipalId, VcId } from '#shared/ids.ts'
import { addListings, directorySources, listing } from '#tests/support/actors/directory.ts'
import { held } from '#tests/support/actors/listings.ts'
import {
  atProvider,
  CARDS,
  intentOf,
  listInvestor,
  payWithCard,
  runJob,
  silenceWebhooks,
  startPayment,
} from '#tests/support/actors/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type Client, createClient } from '#tests/support/client.ts'
import { soleDatabase, testDatabase } from '#tests/support/database/postgres.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { picture, upload } from '#tests/support/samples/pictures.ts'
import { openViolations } from '#tests/support/state/ledger.ts'
import { moveProvider } from '#tests/support/state/provider.ts'
import { until } from '#tests/support/until.ts'
import { type Contents, contentsOf, readDirectory, readPrivate } from '#tests/sync/support/device-contents.ts'
import { TestDevice, type TestTab } from '#tests/sync/support/test-device.ts'

/** The rehearsal of a restore: a machine is lost an hour after its last backup, and an empty one takes its place. */
const folder = mkdtempSync(`${tmpdir()}/latchkey-drill-`)
afterAll(() => rmSync(folder, { recursive: true }))

const nodeOn = (name: string, database: TestApp['database']) =>
  startTestApp({ database, env: { DATA_DIR: `${folder}/${name}`, LOG_LEVEL: 'silent' } })

const before = await nodeOn('before', await testDatabase())
const founder = await before.member()
/** The browser of the founder: after the restore the same address leads to the new machine. */
let browser: Client = founder
const device = new TestDevice((path, init) => browser.send(path, init))
const tab: TestTab = await device.openTab()
await tab.client.switchPrincipal(founder.user.principalId as PrincipalId)

const contacts = async () => (await tab.db.contacts.toArray()).map(({ id }) => id as VcId).sort()
const sortedIds = (...ids: VcId[]) => ids.toSorted()
const write = async (contactId: VcId, text: string) => {
  await tab.client.enqueue('contact.note', { contactId, text })
  await tab.settle()
}

/** What the server gives a device that has nothing. */
const fresh = async (client: Client): Promise<Contents> =>
  JSON.parse(JSON.stringify(contentsOf((await held(client)) as Parameters<typeof contentsOf>[0])))
const freshDirectory = (app: TestApp): Promise<Contents> =>
  app.database.db.transaction(async (tx) => {
    const { investors, stats, coldFunds, projects } = directorySources
    const docs = {
      investors: await investors.listAll(tx),
      stats: await stats.listAll(tx),
      coldFunds: await coldFunds.listAll(tx),
      projects: await projects.listAll(tx),
    }
    return JSON.parse(JSON.stringify(contentsOf(docs)))
  })

test('an empty machine takes over: every paid contact is back, devices that were ahead repair themselves, and late money is found', async () => {
  const { db } = before.database
  await silenceWebhooks(db)
  const paid = await listInvestor(db)
  const returned = await listInvestor(db)
  const begun = await listInvestor(db)
  const later = await listInvestor(db)
  const buy = async (vcId: VcId) => {
    const { clientSecret } = (await startPayment(founder, vcId)).body
    return { piId: intentOf(clientSecret), pay: () => payWithCard(before, clientSecret, CARDS.good) }
  }
  const arrived = (...ids: VcId[]) =>
    until(
      async () => {
        await tab.settle()
        return contacts()
      },
      (have) => ids.every((id) => have.includes(id)),
    )

  await (await buy(paid)).pay()
  const refunded = await buy(returned)
  await refunded.pay()
  await runJob(before, 'payments.list-events')
  await arrived(paid, returned)
  await write(paid, 'Before the backup')
  const pictureUrl = (await upload(founder, await picture(), { path: '/api/upload/logo' })).body.url ?? ''
  const open = await buy(begun)

  const archive = `${folder}/archive`
  await backUp({ database: before.database, storage: diskStorage(`${folder}/before/uploads`), now: () => new Date() }, archive)

  // The hour that is lost.
  await open.pay()
  await atProvider(before, 'refunds', { payment_intent: refunded.piId })
  const unknown = await buy(later)
  await unknown.pay()
  await runJob(before, 'payments.list-events')
  await arrived(paid, begun, later)
  await write(paid, 'After the backup')
  await addListings(db, listing('recAfterwards', { name: 'Listed afterwards' }))
  await tab.settle()
  const ahead = await readDirectory(tab.directory)
  expect(Object.keys(ahead.investors ?? {})).toContain('recAfterwards')
  await before.stop()

  const database = await soleDatabase('template0')
  await restore({ database, storage: diskStorage(`${folder}/after/uploads`) }, archive)
  // The provider has lost nothing.
  await moveProvider(before.database, database)
  const after = await nodeOn('after', database)
  browser = createClient(after.url)
  for (const [name, value] of founder.cookies) browser.cookies.set(name, value)

  // A payment and a refund of orders in the backup are found by asking the provider. The contact of an unknown order is withdrawn.
  await arrived(paid, begun)
  await until(
    async () => {
      await tab.settle()
      return contacts()
    },
    (have) => have.length === 2,
  )
  expect(await contacts()).toEqual(sortedIds(paid, begun))
  expect(await readPrivate(tab.db)).toEqual(await fresh(browser))
  // A payment that was found changes the figures of its investor a moment later.
  await eventually(async () => {
    await tab.settle()
    expect(await readDirectory(tab.directory)).toEqual(await freshDirectory(after))
  })
  expect(await tab.db.notes.toArray()).toMatchObject([{ id: paid, text: 'Before the backup' }])
  expect((await tab.db.sent.toArray()).map(({ args }) => args)).toContainEqual({ contactId: paid, text: 'After the backup' })
  expect((await browser.send(pictureUrl)).status).toBe(200)

  // The device continues.
  await write(paid, 'After the restore')
  expect((await fresh(browser)).notes?.[paid]).toMatchObject({ text: 'After the restore' })

  // No order has the payment of a purchase that the backup lacks: the ledger checks name it until it is refunded.
  await runJob(after, 'books.read-balance')
  expect(await openViolations(database.db)).toMatchObject([
    { detail: expect.stringContaining(`no order has the payment ${unknown.piId}`) },
  ])
  await atProvider(after, 'refunds', { payment_intent: unknown.piId })
  await runJob(after, 'books.read-balance')
  expect(await openViolations(database.db)).toEqual([])
  tab.kill()
})
