import { describe, expect, test } from 'vitest'
import * as schema from '#drizzle/schema/index.ts'
import { MAX_NOTE_LENGTH, readNoteBase } from '#shared/contacts/contract.ts'
import { MAX_PLACE_LENGTH } from '#shared/contacts/follow-up.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { MAX_INTRO_MESSAGE_LENGTH } from '#shared/unlocks/intro.ts'
import { projectReport as report, introRequest as request, vcId } from '#tests/support/principal-texts.ts'
import { listFollowUps, listIntroRequests, listNotes } from '#tests/support/state/contacts.ts'
import { listReports } from '#tests/support/state/team.ts'
import { setUp } from './setup.ts'

const { db, aPair, signIn } = await setUp()

describe('an introduction that both requested on one day', () => {
  type Asked = { message?: string; answer?: 'new' | 'forwarded'; answerNote?: string }
  const save = (principalId: PrincipalId, { message, ...about }: Asked) =>
    db.insert(schema.vcRequests).values({ ...request(principalId, message ?? null), ...about })
  const listOf = (principalId: PrincipalId) => listIntroRequests(db, { principalId })

  const forwarded = { answer: 'forwarded', answerNote: 'They know.' } as const
  test.each<[string, Asked, Asked, Asked]>([
    ['has the guest’s text if the account wrote none', {}, { message: 'B' }, { message: 'B', answer: 'new' }],
    ['has both, one below the other', { message: 'A' }, { message: 'B' }, { message: 'A\n\nB', answer: 'new' }],
    [
      'is new again if the team has not read the guest’s text',
      { message: 'A', ...forwarded },
      { message: 'B' },
      { message: 'A\n\nB', answer: 'new' },
    ],
    ['is new again if it was answered without a text', forwarded, { message: 'B' }, { message: 'B', answer: 'new' }],
    [
      'is new again if the team has not read the account’s text',
      { message: 'A' },
      { message: 'B', ...forwarded },
      { message: 'A\n\nB', answer: 'new' },
    ],
    ['keeps its answer if the guest wrote nothing', { message: 'A', ...forwarded }, {}, { message: 'A', ...forwarded }],
    ['keeps its answer if both wrote the same', { message: 'A', ...forwarded }, { message: 'A' }, { message: 'A', ...forwarded }],
    ['keeps the guest’s answer if the account wrote nothing', {}, { message: 'B', ...forwarded }, { message: 'B', ...forwarded }],
  ])('%s', async (_what, own, theirs, becomes) => {
    const pair = await aPair()
    await save(pair.account, own)
    await save(pair.guest, theirs)
    await signIn(pair)
    expect(await listOf(pair.account)).toMatchObject([{ answerNote: null, ...becomes }])
  })

  test('stays two requests if one would exceed the length of a message', async () => {
    const pair = await aPair()
    await save(pair.account, { message: 'a'.repeat(MAX_INTRO_MESSAGE_LENGTH) })
    await save(pair.guest, { message: 'b' })
    // The day before has a request as well.
    await db.insert(schema.vcRequests).values({ ...request(pair.account, 'earlier'), day: '2026-11-20' })
    await signIn(pair)
    const messages = (await listOf(pair.account)).map(({ message }) => message)
    expect(messages.sort()).toEqual(['a'.repeat(MAX_INTRO_MESSAGE_LENGTH), 'b', 'earlier'])
  })
})

describe('a note on a contact', () => {
  const long = (letter: string) => letter.repeat(MAX_NOTE_LENGTH - 1)
  const save = (principalId: PrincipalId, text: string) =>
    db.insert(schema.contactNotes).values({ principalId, contactId: vcId, text })

  test('does not exceed its length limit: the rest is stored as a conflict version', async () => {
    const pair = await aPair()
    await save(pair.account, long('a'))
    await save(pair.guest, long('b'))
    await signIn(pair)
    const [note] = await listNotes(db, { principalId: pair.account })
    expect(note).toMatchObject({ text: long('a'), clashes: [{ text: long('b') }] })
    expect(readNoteBase({ text: note?.text, steps: [] })).toBeDefined()
  })
})

describe('a follow-up', () => {
  type Row = Omit<typeof schema.contactFollowUps.$inferInsert, 'principalId' | 'contactId'>
  const save = (principalId: PrincipalId, row: Row) =>
    db.insert(schema.contactFollowUps).values({ principalId, contactId: vcId, ...row })
  const find = async (principalId: PrincipalId) => (await listFollowUps(db, { principalId }))[0]
  const [monday, friday] = [new Date('2026-11-23T08:00:00Z'), new Date('2026-11-27T08:00:00Z')]

  test.each<[string, Row, Row, Partial<Row>]>([
    ['contains both places', { metAt: 'Lisbon' }, { metAt: 'Porto' }, { metAt: 'Lisbon / Porto' }],
    [
      'keeps the account’s stage and rating',
      { stage: 'replied', rating: 2 },
      { stage: 'written', rating: 5 },
      { stage: 'replied', rating: 2 },
    ],
    [
      'has the guest’s stage and rating if the account has none',
      { metAt: 'Lisbon' },
      { stage: 'written', rating: 5 },
      { stage: 'written', rating: 5 },
    ],
    ['is due at the earlier time', { dueAt: friday }, { dueAt: monday }, { dueAt: monday }],
    ['is due at the account’s time if that is earlier', { dueAt: monday }, { dueAt: friday }, { dueAt: monday }],
    [
      'is due at the guest’s time if the account has none',
      {},
      { dueAt: friday, remindByMail: true },
      { dueAt: friday, remindByMail: true },
    ],
    [
      'is due again if its reminder was sent before the guest set another time',
      { dueAt: monday, remindedAt: monday, remindByMail: true },
      { dueAt: friday },
      { dueAt: friday, remindedAt: null, remindByMail: true },
    ],
  ])('%s', async (_what, own, theirs, becomes) => {
    const pair = await aPair()
    await save(pair.account, own)
    await save(pair.guest, theirs)
    await signIn(pair)
    expect(await find(pair.account)).toMatchObject(becomes)
  })

  test('moves a place that does not fit into the note', async () => {
    const pair = await aPair()
    const long = (letter: string) => letter.repeat(MAX_PLACE_LENGTH - 1)
    await save(pair.account, { metAt: long('a') })
    await save(pair.guest, { metAt: long('b') })
    await db.insert(schema.contactNotes).values({ principalId: pair.account, contactId: vcId, text: 'Likes protocols' })
    await signIn(pair)
    expect(await find(pair.account)).toMatchObject({ metAt: long('a') })
    const [note] = await listNotes(db, { principalId: pair.account })
    expect(note?.text).toBe(`Likes protocols\n\nMet at: ${long('b')}`)
  })
})

describe('a report of a project', () => {
  type Row = Partial<typeof schema.projectReports.$inferInsert>
  const decided = { status: 'dismissed', resolvedAt: new Date('2026-11-20T08:00:00Z') } as const

  test.each<[string, Row, Row, Row]>([
    ['has both texts', { text: 'A' }, { text: 'B' }, { text: 'A\n\nB', status: 'open' }],
    [
      'has the other reason before the guest’s text',
      { text: 'A' },
      { text: 'B', reason: 'scam' },
      { reason: 'spam', text: 'A\n\nIt looks like a scam or fraud: B' },
    ],
    [
      'has the other reason if the guest wrote no text',
      { text: 'A' },
      { text: '', reason: 'scam' },
      { text: 'A\n\nIt looks like a scam or fraud' },
    ],
    [
      'is open again if the team has not read the guest’s',
      { text: 'A', ...decided },
      { text: 'B' },
      { text: 'A\n\nB', status: 'open', resolvedAt: null },
    ],
    ['stays decided if the guest wrote the same', { text: 'A', ...decided }, { text: 'A' }, { text: 'A', ...decided }],
    ['stays decided if both were', { text: 'A', ...decided }, { text: 'B', ...decided }, { text: 'A\n\nB', ...decided }],
    ['stays open if only the guest’s was decided', { text: 'A' }, { text: 'B', ...decided }, { text: 'A\n\nB', status: 'open' }],
  ])('%s', async (_what, own, theirs, becomes) => {
    const pair = await aPair()
    await db.insert(schema.projectReports).values({ ...report(pair.account, ''), ...own })
    await db.insert(schema.projectReports).values({ ...report(pair.guest, ''), ...theirs })
    await signIn(pair)
    expect(await listReports(db, { principalId: pair.account })).toMatchObject([becomes])
  })
})
