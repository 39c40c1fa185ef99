import { expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { change, grantTo, openBrowser, register, signIn } from '#tests/e2e/support/accounts.ts'
import { findBytes } from '#tests/e2e/support/bytes.ts'
import { type Device, openDevice, untilReadyOffline } from '#tests/e2e/support/device.ts'
import { lockTables } from '#tests/e2e/support/locked-tables.ts'
import { type ProductServer, startProduct } from '#tests/e2e/support/server.ts'

/** From the sample listing. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti', email: 'marit@northgate-ventures.example' }
const ada = { email: 'ada@device-end.example', password: 'a long enough password' }
const NOTE = 'Prefers to be written to on Mondays.'

let server: ProductServer
let device: Device | undefined
test.beforeAll(async () => {
  server = await startProduct()
  // One row per insert and per delete: a mutation that was applied twice is visible even where the final state is the same.
  await change(server, (sql) =>
    sql`
      create table seen (happened text not null, principal_id text not null, vc_id text not null);
      create function see() returns trigger language plpgsql as $$ begin
        insert into seen values (tg_op, coalesce(new.principal_id, old.principal_id), coalesce(new.vc_id, old.vc_id)); return null; end $$;
      create trigger see after insert or delete on saved_investors for each row execute function see()`.simple(),
  )
})
test.afterAll(() => server.dispose())
test.afterEach(async () => {
  await device?.dispose()
  device = undefined
})

const openContact = (page: Page) =>
  page
    .getByRole('link', { name: new RegExp(MARIT.name) })
    .first()
    .click()

/** Presses the stars of the given number of investors of the list, as fast as the page can. Each press creates one mutation. */
const pressStars = (page: Page, count: number, isPressed: boolean) =>
  page.evaluate(
    async ([count, isPressed]) => {
      const pressed = new Set<string | null>()
      while (pressed.size < count) {
        for (const star of document.querySelectorAll<HTMLElement>(`[aria-pressed="${isPressed}"][aria-label^="Save "]`)) {
          const name = star.ariaLabel
          if (pressed.size === count || pressed.has(name)) continue
          pressed.add(name)
          star.click()
        }
        scrollBy(0, innerHeight)
        await new Promise(requestAnimationFrame)
      }
      scrollTo(0, 0)
    },
    [count, isPressed] as const,
  )

/** The entries of the outbox, by id. */
const queued = (page: Page) =>
  page.evaluate(async () => {
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const ids: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('latchkey-me-')) continue
      const database = await result(indexedDB.open(name))
      for (const { id } of await result(database.transaction('outbox').objectStore('outbox').getAll())) ids.push(id)
      database.close()
    }
    return ids.sort()
  })

/**
 * What the server applied for an account: its processed mutations, and the investors whose rows were inserted and deleted, each
 * time.
 */
async function doneFor(email: string) {
  const opened = await server.openDatabase()
  const marks = await opened.sql<{ id: string }[]>`
    select m.id from processed_mutations m join principals p on p.id = m.principal_id join users u on u.id = p.user_id
    where u.email = ${email} and m.status = 'applied' order by m.id`
  const seen = await opened.sql<{ happened: string; vc_id: string }[]>`
    select s.happened, s.vc_id from seen s join principals p on p.id = s.principal_id join users u on u.id = p.user_id
    where u.email = ${email} order by s.vc_id`
  await opened.close()
  const investorsOf = (wanted: string) => seen.filter(({ happened }) => happened === wanted).map(({ vc_id }) => vc_id)
  return { marks: marks.map(({ id }) => id), saved: investorsOf('INSERT'), removed: investorsOf('DELETE') }
}

test('a browser that is killed loses nothing, and its pending mutations are applied once', async () => {
  const own = await openDevice(server.url, { isWhole: true })
  device = own
  await register(server, ada)
  await grantTo(server, ada.email, [MARIT.id])
  await signIn(own.page, ada)
  // Chromium writes cookies to disk twice a minute, and when it is closed.
  let page = await own.relaunch()
  await page.goto(`/contacts/${MARIT.id}`)
  await expect(page.getByText(MARIT.email).first()).toBeVisible()
  await untilReadyOffline(page)
  await own.context.setOffline(true)

  await test.step('killed, then launched without a network: contact and note are there', async () => {
    await page.getByLabel('Your note').fill(NOTE)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    page = await own.kill({ isOffline: true })
    await page.goto('/contacts')
    await openContact(page)
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
    await expect(page.getByLabel('Your note')).toHaveValue(NOTE)
  })

  let ids: string[] = []
  await test.step('a hundred mutations made offline survive a reload', async () => {
    await page.goto('/vcs')
    await pressStars(page, 60, false)
    await expect.poll(() => queued(page)).toHaveLength(61)
    await pressStars(page, 39, true)
    await expect.poll(() => queued(page)).toHaveLength(100)
    ids = await queued(page)
    await page.reload()
    await expect(
      page
        .getByText('100 waiting')
        .or(page.getByText(/Offline since/))
        .first(),
    ).toBeVisible()
    expect(await queued(page)).toEqual(ids)
  })

  await test.step('killed while the server applies the mutations: the response is lost', async () => {
    const locked = await lockTables(server, ['saved_investors'])
    await own.context.setOffline(false)
    await expect.poll(locked.countWaiting).toBeGreaterThan(0)
    page = await own.kill()
    await locked.release()
    await locked.close()
  })

  await test.step('launched again: every mutation has arrived once', async () => {
    await page.goto('/contacts')
    await untilReadyOffline(page)
    expect(await queued(page)).toEqual([])
    const { marks, saved, removed } = await doneFor(ada.email)
    expect(marks).toEqual(ids)
    expect({ saved: saved.length, removed: removed.length }).toEqual({ saved: 60, removed: 39 })
    expect({ saved: new Set(saved).size, removed: new Set(removed).size }).toEqual({ saved: 60, removed: 39 })
    await change(server, async (sql) => {
      expect(await sql`select text from contact_notes`).toEqual([{ text: NOTE }])
      expect(await sql`select from saved_investors`).toHaveLength(21)
    })
  })
})

/** Random, so that LevelDB's compressor cannot shorten it: where one of these was written, its bytes are stored unchanged. */
const CANARIES = {
  Ines: ['x7Kq2vWz9Rf4Tn8Yb3Lm', 'Pj6Hd1Gs5Cw0Ea8Uo4Xi'],
  Theo: ['q9Bv3Nt7Zk1Mf5Lx8Rw2', 'Vu4Yc6Sg0Jh2Dp9Ke7Ao'],
} as const

/** Iterates over the directory row by row, repeatedly, until the page is closed. */
const readDirectoryAllTheTime = async () => {
  const directory = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('latchkey-directory')
    opening.onsuccess = () => resolve(opening.result)
  })
  const goThrough = () => {
    const transaction = directory.transaction('parts', 'readonly')
    const cursor = transaction.objectStore('parts').openCursor()
    cursor.onsuccess = () => cursor.result?.continue()
    transaction.oncomplete = goThrough
  }
  goThrough()
}

test('of two accounts used one after the other no byte remains in the whole profile', async () => {
  const own = await openDevice(server.url, { isWhole: true })
  device = own
  const { page, profile } = own
  // Another tab always has an open cursor on a long list: rows that are deleted under an open cursor would be copied into new
  // files.
  const reader = await own.context.newPage()
  await reader.goto('/robots.txt')
  for (const [firstName, [address, note]] of Object.entries(CANARIES)) {
    const person = { email: `${firstName.toLowerCase()}@device-end.example`, password: 'a long enough password', firstName }
    await register(server, person)
    await grantTo(server, person.email, [MARIT.id])
    await change(
      server,
      (sql) => sql`update directory_investors set email = ${`${address}@canary.example`} where id = ${MARIT.id}`,
    )
    await signIn(page, person, `/contacts/${MARIT.id}`)
    await expect(page.getByText(address).first()).toBeVisible()
    await page.getByLabel('Your note').fill(note)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await untilReadyOffline(page)
    // Control: the search finds data that is there.
    const kept = findBytes(profile, [address, note]).filter(({ file }) => file.includes('IndexedDB'))
    expect(new Set(kept.map(({ word }) => word))).toEqual(new Set([address, note]))
    await reader.evaluate(readDirectoryAllTheTime)
    await page.getByRole('button', { name: `${firstName} Berg` }).click()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  }
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(names).not.toContainEqual(expect.stringMatching(/^latchkey-me-(?!guest)/))
  // Chromium rewrites its files a few milliseconds after it has deleted a database.
  const left = () => findBytes(profile, Object.values(CANARIES).flat())
  await expect.poll(left).toEqual([])
  await own.context.close()
  expect(left()).toEqual([])
})

test('ten tabs that open and close while they write: all mutations are sent, and none is applied twice', async ({ browser }) => {
  const noa = { email: 'noa@device-end.example', password: 'a long enough password' }
  await register(server, noa)
  const page = await openBrowser(browser, server, { keepsApp: true })
  await signIn(page, noa)
  await untilReadyOffline(page)
  const context = page.context()
  let investors: string[] = []
  await change(server, async (sql) => {
    const rows = await sql<{ id: string }[]>`select id from directory_investors order by id limit 10`
    investors = rows.map(({ id }) => id)
  })
  /** Saves, removes and saves again. Each change is on disk once the star shows it. Then the tab is closed. */
  const liveInTab = async (id: string) => {
    const tab = await context.newPage()
    await tab.goto(`/vc/${id}`)
    const star = tab.getByRole('button', { name: /^Save .* for later$/ }).first()
    for (const isSaved of ['true', 'false', 'true']) {
      await star.click()
      await expect(star).toHaveAttribute('aria-pressed', isSaved)
    }
    await tab.close()
  }
  const coming = [...investors]
  const oneAfterAnother = async () => {
    for (let id = coming.shift(); id; id = coming.shift()) await liveInTab(id)
  }
  // No response arrives until the last tab is closed: each leader dies while it sends, and the next one sends again.
  const locked = await lockTables(server, ['saved_investors'])
  await page.close()
  await Promise.all([oneAfterAnother(), oneAfterAnother(), oneAfterAnother()])
  await locked.release()
  await locked.close()

  const last = await context.newPage()
  await last.goto('/contacts')
  await expect.poll(() => queued(last)).toEqual([])
  const { marks, saved, removed } = await doneFor(noa.email)
  // Stars that were toggled before they were sent arrive as one mutation: each investor is saved once more than removed.
  expect(marks.length).toBeGreaterThanOrEqual(10)
  expect(marks.length).toBeLessThanOrEqual(30)
  const times = (list: string[], id: string) => list.filter((one) => one === id).length
  expect(investors.map((id) => times(saved, id) - times(removed, id))).toEqual(investors.map(() => 1))
  await context.close()
})

test('a sign-out through the address bar empties the device in every tab, before any page is rendered', async ({ browser }) => {
  const kim = { email: 'kim@device-end.example', password: 'a long enough password' }
  await register(server, kim)
  await grantTo(server, kim.email, [MARIT.id])
  const contact = (shown: Page) => shown.getByRole('link', { name: 'Write an email' })
  const page = await openBrowser(browser, server)
  await signIn(page, kim)
  await page.goto(`/contacts/${MARIT.id}`)
  await expect(contact(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`/contacts/${MARIT.id}`)
  await expect(contact(other)).toBeVisible()

  await page.goto('/api/logout')
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(other.getByText('Contact not found')).toBeVisible()
  await expect(contact(other)).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/^latchkey-me-(?!guest)/))
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('__Host-left')
  await page.context().close()
})
