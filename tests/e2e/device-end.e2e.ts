import { expect, type Page, test } from '@playwright/test'
import type { VcId } from '#shared/ids.ts'
import { change, grantTo, register, signIn } from './support/accounts.ts'
import { findBytes } from './support/bytes.ts'
import { type Device, openDevice, untilReadyOffline } from './support/device.ts'
import { type ProductServer, startProduct } from './support/server.ts'

/** Of the sample listing. */
const MARIT = { id: 'rec1xBsyPcZWn6QTr' as VcId, name: 'Marit Moretti', email: 'marit@northgate-ventures.example' }
const ada = { email: 'ada@device-end.example', password: 'a long enough password' }
const NOTE = 'Prefers to be written to on Mondays.'

let server: ProductServer
let device: Device
test.beforeAll(async () => {
  server = await startProduct()
})
test.afterAll(() => server.dispose())
test.beforeEach(async () => {
  device = await openDevice(server.url)
})
test.afterEach(() => device.dispose())

const openContact = (page: Page) =>
  page
    .getByRole('link', { name: new RegExp(MARIT.name) })
    .first()
    .click()

/** Presses the stars of so many investors of the list, as fast as a page can. Each gives a command of its own. */
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

/** What the outbox holds, by id. */
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

test('a browser that is killed loses nothing, and what waited in it is done once', async () => {
  await register(server, ada)
  await grantTo(server, ada.email, [MARIT.id])
  await signIn(device.page, ada)
  // Chromium writes cookies down twice a minute, and when it is closed.
  let page = await device.relaunch()
  await page.goto(`/contacts/${MARIT.id}`)
  await expect(page.getByText(MARIT.email).first()).toBeVisible()
  await untilReadyOffline(page)
  await device.context.setOffline(true)

  await test.step('killed, and launched without a network: contact and note are there', async () => {
    await page.getByLabel('Your note').fill(NOTE)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    page = await device.kill({ isOffline: true })
    await page.goto('/contacts')
    await openContact(page)
    await expect(page.getByText(MARIT.email).first()).toBeVisible()
    await expect(page.getByLabel('Your note')).toHaveValue(NOTE)
  })

  // Of every row that comes or goes: a command that was done twice would show, even where the end is the same.
  await change(server, (sql) =>
    sql`
      create table seen (id serial primary key, happened text not null, vc_id text not null);
      create function see() returns trigger language plpgsql as $$ begin
        insert into seen (happened, vc_id) values (tg_op, coalesce(new.vc_id, old.vc_id)); return null; end $$;
      create trigger see after insert or delete on saved_investors for each row execute function see()`.simple(),
  )

  let ids: string[] = []
  await test.step('a hundred commands given offline survive a reload', async () => {
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

  await test.step('killed while the server carries them out: the answer is lost', async () => {
    const holder = await server.openDatabase()
    const gate = await holder.sql.reserve()
    await gate`begin`
    await gate`lock table saved_investors in exclusive mode`
    await device.context.setOffline(false)
    const isHeld = async () =>
      (await holder.sql`select 1 from pg_locks where not granted and relation = 'saved_investors'::regclass`).length > 0
    await expect.poll(isHeld).toBe(true)
    await device.kill({ isOffline: true })
    await gate`commit`
    gate.release()
    await holder.close()
  })

  await test.step('launched again, everything has arrived once', async () => {
    page = await device.relaunch()
    await page.goto('/contacts')
    await untilReadyOffline(page)
    expect(await queued(page)).toEqual([])
    const opened = await server.openDatabase()
    const marks = await opened.sql<{ id: string }[]>`select id from processed_mutations where status = 'applied' order by id`
    expect(marks.map(({ id }) => id)).toEqual(ids)
    const seen = await opened.sql<{ happened: string; times: number; investors: number }[]>`
      select happened, count(*)::int as times, count(distinct vc_id)::int as investors from seen group by happened order by happened`
    expect(seen.map((row) => ({ ...row }))).toEqual([
      { happened: 'DELETE', times: 39, investors: 39 },
      { happened: 'INSERT', times: 60, investors: 60 },
    ])
    expect(await opened.sql`select 1 from saved_investors`).toHaveLength(21)
    expect(await opened.sql`select text from contact_notes`).toEqual([{ text: NOTE }])
    await opened.close()
  })
})

/** Random enough that LevelDB's compressor finds nothing to shorten: where one of these was written, its bytes stand as they are. */
const CANARIES = {
  Ines: ['x7Kq2vWz9Rf4Tn8Yb3Lm', 'Pj6Hd1Gs5Cw0Ea8Uo4Xi'],
  Theo: ['q9Bv3Nt7Zk1Mf5Lx8Rw2', 'Vu4Yc6Sg0Jh2Dp9Ke7Ao'],
} as const

test('of two people one after the other no byte stays in the whole profile', async () => {
  const { page, profile } = device
  for (const [firstName, [address, note]] of Object.entries(CANARIES)) {
    const person = { email: `${firstName.toLowerCase()}@device-end.example`, password: 'a long enough password', firstName }
    await register(server, person)
    await grantTo(server, person.email, [MARIT.id])
    await change(
      server,
      (sql) => sql`update directory_investors set email = ${`${address}@canary.example`} where id = ${MARIT.id}`,
    )
    await signIn(page, person)
    await page.goto(`/contacts/${MARIT.id}`)
    await expect(page.getByText(address).first()).toBeVisible()
    await page.getByLabel('Your note').fill(note)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    await untilReadyOffline(page)
    // The search sees what is there.
    const kept = findBytes(profile, [address, note]).filter(({ file }) => file.includes('IndexedDB'))
    expect(new Set(kept.map(({ word }) => word))).toEqual(new Set([address, note]))
    await page.getByRole('button', { name: `${firstName} Berg` }).click()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  }
  await device.context.close()
  expect(findBytes(profile, Object.values(CANARIES).flat())).toEqual([])
})
