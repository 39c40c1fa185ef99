import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { coldInvestors, decisionMakers, projects } from '#drizzle/schema/index.ts'
import { newId } from '#server/database/new-id.ts'
import { cardPath } from '#server/features/pages/cards/address.ts'
import { findCardContent } from '#server/features/pages/cards/service.ts'
import type { ColdInvestorId, DecisionMakerId, ProjectId, VcId } from '#shared/ids.ts'
import { pictureAddress, pictureFile } from '#shared/uploads/address.ts'
import { approveInvestor, listInvestor } from '#tests/support/actors/money.ts'
import { startTestApp } from '#tests/support/app.ts'

const app = await startTestApp({})
const { db, sql } = app.database

const open = (path: string, init?: RequestInit) => fetch(app.url + path, { redirect: 'manual', ...init })

type Kind = Parameters<typeof findCardContent>[1]
const addressOf = async (kind: Kind, id: string) => {
  const content = await findCardContent(db, kind, id)
  return content && cardPath(kind, id, content)
}

/** The address of the card that the record has now. */
async function cardAddress(kind: Kind, id: string): Promise<string> {
  const address = await addressOf(kind, id)
  if (!address) throw new Error(`${kind} ${id} has no card`)
  return address
}

async function addProject(about: Partial<typeof projects.$inferInsert>): Promise<ProjectId> {
  const id = newId<ProjectId>('prj')
  await db.insert(projects).values({ id, companyName: 'Anvil', email: 'founder@anvil.example', ...about })
  return id
}

async function addFund(slug: string): Promise<void> {
  const id = newId<ColdInvestorId>('cold')
  await db.insert(coldInvestors).values({ id, fundName: 'Quiet Fund', fundSlug: slug })
  await db.insert(decisionMakers).values({
    id: newId<DecisionMakerId>('dm'),
    coldInvestorId: id,
    role: 'Partner',
    fullName: 'Veronika Wexler',
    linkedinUrl: 'https://linkedin.example/in/wexler',
    position: 1,
  })
}

/** What is drawn at a place of the portrait: the channels of one pixel. */
async function portraitPixel(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((200 * info.width + 100) * info.channels).subarray(0, 3)]
}

test('a card is a picture of 1200 × 630 that caches keep', async () => {
  const address = await cardAddress('vc', await approveInvestor(db, {}))
  const reply = await open(address)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=3600, immutable')
  const bytes = await reply.bytes()
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const etag = reply.headers.get('etag') ?? ''
  expect((await open(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await open(address, { method: 'HEAD' })).status).toBe(200)
})

test.each([
  ['a project', async () => cardAddress('project', await addProject({ isPublished: true }))],
  ['a fund', async () => addFund('quiet-fund').then(() => cardAddress('cold-scout', 'quiet-fund'))],
  ['every other page', () => cardAddress('site', 'latchkey')],
])('%s has a card', async (_, find) => {
  const reply = await open(await find())
  expect(reply.status).toBe(200)
  expect((await sharp(await reply.bytes()).metadata()).width).toBe(1200)
})

test('an uploaded picture is drawn, and no picture of another host is fetched', async () => {
  const id = 'a'.repeat(32)
  const red = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ff0000' } })
    .webp({ lossless: true })
    .toBuffer()
  await Bun.write(`${app.world.env.DATA_DIR}/uploads/${pictureFile(id, 1024)}`, red)
  const own = await approveInvestor(db, { logoUrl: pictureAddress(id, 1024) })
  const drawn = await (await open(await cardAddress('vc', own))).bytes()
  expect(await portraitPixel(drawn)).toEqual([255, 0, 0])

  const foreign = await approveInvestor(db, { logoUrl: 'https://img.example/a.png' })
  expect((await findCardContent(db, 'vc', foreign))?.picture).toBeUndefined()
  expect((await open(await cardAddress('vc', foreign))).status).toBe(200)
})

test('a burst of different cards is refused in part, and one card is drawn once for all who request it', async () => {
  const many = await Promise.all(Array.from({ length: 60 }, (_, at) => approveInvestor(db, { partnerName: `Person ${at}` })))
  const addresses = await Promise.all(many.map((id) => cardAddress('vc', id)))
  const same = Array.from({ length: 30 }, () => addresses[0] ?? '')
  expect(new Set(await Promise.all(same.map(async (path) => (await open(path)).status)))).toEqual(new Set([200]))
  const statuses = await Promise.all(addresses.map(async (path) => (await open(path)).status))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

describe('a card is withdrawn with its record', () => {
  const remove: [what: string, add: () => Promise<[Kind, string]>, take: (id: string) => Promise<unknown>][] = [
    [
      'an investor who is taken off the listing',
      async () => ['vc', await listInvestor(db, {})],
      (id) => sql`update directory_investors set unlisted_at = now() where id = ${id}`,
    ],
    [
      'a listing that is paused by its team',
      async () => ['vc', await approveInvestor(db, {})],
      (id) => sql`update vcs set is_active = false where id = ${id}`,
    ],
    [
      'a project that leaves the marketplace',
      async () => ['project', await addProject({ isPublished: true })],
      (id) => sql`update projects set is_published = false where id = ${id}`,
    ],
  ]
  test.each(remove)('%s', async (_, add, take) => {
    const [kind, id] = await add()
    const address = await cardAddress(kind, id)
    const etag = (await open(address)).headers.get('etag') ?? ''
    await take(id)
    const gone = await open(address, { headers: { 'if-none-match': etag } })
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test('a draft and an application have no card', async () => {
    const draft = await addProject({ companyName: 'Secret draft' })
    const pending = await approveInvestor(db, { isVerified: false, reviewStatus: 'pending' })
    expect(await addressOf('project', draft)).toBeUndefined()
    expect(await addressOf('vc', pending)).toBeUndefined()
    for (const path of [`/cards/project/${draft}-${'0'.repeat(16)}.png`, `/cards/vc/${pending}-${'0'.repeat(16)}.png`]) {
      expect((await open(path)).status).toBe(404)
    }
  })
})

test('an address of an earlier card leads to the present one', async () => {
  const id: VcId = await approveInvestor(db, {})
  const before = await cardAddress('vc', id)
  await sql`update vcs set partner_name = 'Berta Renamed' where id = ${id}`
  const moved = await open(before)
  const now = await cardAddress('vc', id)
  expect(now).not.toBe(before)
  expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
    302,
    now,
    'public, max-age=300',
  ])
})

test.each(['/cards/vc/x.png', '/cards/nothing/latchkey-0123456789abcdef.png', '/cards/vc/%00-0123456789abcdef.png', '/cards'])(
  '%s does not exist',
  async (path) => {
    expect((await open(path)).status).toBe(404)
  },
)

test('a card contains no locked detail: masked names stay masked, and contacts are absent', async () => {
  await addFund('locked-fund')
  const [fund, investor, project] = await Promise.all([
    findCardContent(db, 'cold-scout', 'locked-fund'),
    approveInvestor(db, { email: 'alan@keystone.example', telegramUrl: 'https://t.me/alan_tg' }).then((id) =>
      findCardContent(db, 'vc', id),
    ),
    addProject({ isPublished: true }).then((id) => findCardContent(db, 'project', id)),
  ])
  expect(fund?.people).toEqual([{ role: 'Partner', maskedName: 'V••••• W•••••' }])
  expect(JSON.stringify([fund, investor, project])).not.toMatch(/Veronika|Wexler|linkedin|@keystone|alan_tg|@anvil/i)
})
