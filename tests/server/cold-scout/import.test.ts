import { describe, expect, test } from 'vitest'
import { auditLog, importQuarantine } from '#drizzle/schema/index.ts'
import { openKeyring } from '#server/crypto/keyring.ts'
import { withdrawPerson } from '#server/features/cold-scout/withdraw.ts'
import type { AdminImports } from '#shared/admin/imports.ts'
import type { FundDetail } from '#shared/cold-scout/contract.ts'
import { type ColdImport, MAX_COLD_ROWS } from '#shared/cold-scout/import.ts'
import { deskOf, type Refusal } from '#tests/server/admin/desk/setup.ts'
import { held } from '#tests/support/actors/listings.ts'
import { CARDS, payWithCard } from '#tests/support/actors/money.ts'
import { confirmPerson, GRETA, listFund, startPerson } from '#tests/support/actors/order-kinds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listDecisionMakers } from '#tests/support/state/investors.ts'
import { storedText } from '#tests/support/state/rows.ts'

const app = await startTestApp()
const { db } = app.database
const desk = await deskOf(app)

type Row = Partial<Record<'fund' | 'website' | 'focus' | 'name' | 'role' | 'linkedinUrl' | 'twitterUrl', string>>
type Reply = ColdImport & Refusal & { current?: { version: number } }
const numbered = (rows: Row[]) => rows.map((row, at) => ({ line: at + 1, ...row }))
const preview = (...rows: Row[]) => desk.post<Reply>('/api/admin/cold-scout/preview', { rows: numbered(rows) })
const apply = (version: number, ...rows: Row[]) =>
  desk.post<Reply>('/api/admin/cold-scout/import', { rows: numbered(rows), version })
async function imported(...rows: Row[]) {
  const { status, body } = await apply((await preview(...rows)).body.version, ...rows)
  expect(status).toBe(200)
  return body
}
const fundAt = async (slug: string) => (await app.visitor().get<FundDetail>(`/api/cold-investors/${slug}`)).body
const namesOf = async (fund: string) => (await listDecisionMakers(db)).filter(({ coldInvestorId }) => coldInvestorId === fund)

let nth = 0
function newFund() {
  nth += 1
  return { fund: `Harbour No. ${nth}`, slug: `harbour-no-${nth}` }
}
const ida = { name: 'Ida Import', role: 'Partner' }

describe('an import of Cold Scout', () => {
  test('adds a fund with its people in the order of the file, and shows no name before a purchase', async () => {
    const { fund, slug } = newFund()
    const rows = [
      { fund, website: 'harbour.example', focus: 'Ports', ...ida, linkedinUrl: 'https://linkedin.com/in/ida-import' },
      { fund, name: 'Bo Second', role: 'Associate' },
    ]
    expect(await imported(...rows)).toMatchObject({ received: 2, added: 2, newFunds: 1, quarantined: 0 })
    const shown = await fundAt(slug)
    expect(shown.fund).toMatchObject({ fundName: fund, website: 'https://harbour.example/', investmentFocus: 'Ports' })
    expect(shown.decisionMakers.map(({ role, hasLinkedin }) => [role, hasLinkedin])).toEqual([
      ['Partner', true],
      ['Associate', false],
    ])
    expect(JSON.stringify(shown)).not.toMatch(/Import|Second/)
  })

  test('of the same file changes nothing, and of an empty cell neither', async () => {
    const { fund } = newFund()
    const row = { fund, focus: 'Ports', ...ida, twitterUrl: '@ida_import' }
    await imported(row)
    expect(await imported(row)).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect(await imported({ fund, ...ida })).toMatchObject({ unchanged: 1 })
    expect(await imported({ fund, focus: 'Harbours', ...ida, role: 'Founder' })).toMatchObject({ changed: 1 })
  })

  test('recognises a person by the profile, and a buyer keeps the purchase under the new name', async () => {
    const { id, slug } = await listFund(db)
    const buyer = await app.member()
    const { clientSecret } = (await startPerson(buyer, id)).body
    await payWithCard(app, clientSecret, CARDS.good)
    await confirmPerson(buyer, clientSecret, id)
    // The fund of the actor has an address of its own.
    const fund = slug.replaceAll('-', ' ')
    const row = { fund, name: 'Greta Married', role: 'Chair', linkedinUrl: `${GRETA.linkedinUrl}/` }
    expect(await imported(row)).toMatchObject({ added: 0, changed: 1, newFunds: 0 })
    expect((await held(buyer)).decisionMakers).toMatchObject([{ id, fullName: 'Greta Married', role: 'Chair' }])
  })

  test('leaves out lines with their reason: they are in the quarantine, and the others are imported', async () => {
    const [{ fund, slug }, other] = [newFund(), newFund()]
    const profile = { linkedinUrl: `https://linkedin.com/in/moved-${nth}` }
    await imported({ fund: other.fund, name: 'Moved Person', role: 'Partner', ...profile })
    const body = await imported(
      { fund, ...ida },
      { name: 'No Fund', role: 'Partner' },
      { fund, name: 'No Role' },
      { fund, role: 'Partner' },
      { fund, ...ida, name: 'ída  import' },
      { fund, name: 'Unsafe', role: 'Partner', linkedinUrl: 'javascript:alert(1)' },
      { fund, name: 'Moved Person', role: 'Partner', ...profile },
      { fund: '株式会社', name: 'Ken', role: 'Partner' },
    )
    expect(body).toMatchObject({ received: 8, added: 1, quarantined: 7 })
    expect(body.lines.map(({ reason }) => reason)).toEqual([
      null,
      'no fund',
      'no role',
      'no name of the person',
      'the same person as line 1',
      'no link: LinkedIn',
      `already listed at ${other.fund}`,
      'a fund needs a name with Latin letters or digits',
    ])
    expect((await fundAt(slug)).decisionMakers).toHaveLength(1)
    const { runs, quarantine } = (await desk.get<AdminImports>('/api/admin/imports')).body
    expect(runs[0]).toMatchObject({ source: 'cold-scout', status: 'applied', received: 8, added: 1, quarantined: 7 })
    expect(quarantine.filter(({ source }) => source === 'cold-scout')).toHaveLength(7)
    // The next import of that source replaces them.
    await imported({ fund, ...ida })
    expect(await storedText(db, importQuarantine)).not.toContain('No Role')
  })

  test('is in the log with its counts and without a name', async () => {
    await imported({ fund: newFund().fund, name: 'Canary Logged', role: 'Partner' })
    const log = await storedText(db, auditLog)
    expect(log).toContain('"action":"imported"')
    expect(log).not.toContain('Canary')
  })

  test('changes nothing when it is previewed, nor when it would do something else than its preview', async () => {
    const { fund, slug } = newFund()
    const { body: shown } = await preview({ fund, ...ida })
    expect(shown).toMatchObject({ added: 1, newFunds: 1 })
    expect((await app.visitor().get(`/api/cold-investors/${slug}`)).status).toBe(404)
    await imported({ fund, name: 'Bo First', role: 'Partner' })
    expect(await apply(shown.version, { fund, ...ida })).toMatchObject({ status: 409, body: { code: 'review.moved-on' } })
    expect((await fundAt(slug)).decisionMakers).toHaveLength(1)
  })

  test('adds no person again who asked to be left out, with a profile or without one', async () => {
    const { fund } = newFund()
    const rows = [
      { fund, name: 'Left Profile', role: 'Partner', linkedinUrl: `https://linkedin.com/in/left-${nth}` },
      { fund, name: 'Left Name', role: 'Partner' },
    ]
    await imported(...rows)
    const people = (await listDecisionMakers(db)).filter(({ fullName }) => fullName.startsWith('Left '))
    const keyring = await openKeyring(db)
    for (const { id } of people) await db.transaction((tx) => withdrawPerson(tx, keyring, id))
    const again = await imported({ ...rows[0], name: 'Renamed' }, { ...rows[1], name: 'LEFT NAME' })
    expect(again).toMatchObject({ received: 2, added: 0, suppressed: 2 })
    expect(JSON.stringify(again)).not.toMatch(/Renamed|LEFT/)
    expect(await namesOf(people[0]?.coldInvestorId ?? '')).toEqual([])
  })

  test.each([
    ['no lines', []],
    ['too many lines', Array.from({ length: MAX_COLD_ROWS + 1 }, () => ({ fund: 'A' }))],
    ['a cell that is too long', [{ fund: 'x'.repeat(3000) }]],
  ])('of %s is refused', async (_, rows) => {
    expect((await preview(...rows)).status).toBe(422)
  })

  test('of a full file is accepted by the limits of a body', async () => {
    const rows = Array.from({ length: MAX_COLD_ROWS }, (_, at) => ({
      ...{ fund: `Large Fund ${at % 40}`, website: 'https://large.example', focus: 'Ports and harbours', name: `Person ${at}` },
      ...{
        role: 'Managing Partner',
        linkedinUrl: `https://www.linkedin.com/in/person-of-large-fund-${at}`,
        twitterUrl: `@p${at}`,
      },
    }))
    expect((await preview(...rows)).body).toMatchObject({ received: MAX_COLD_ROWS, added: MAX_COLD_ROWS, newFunds: 40 })
  })
})
