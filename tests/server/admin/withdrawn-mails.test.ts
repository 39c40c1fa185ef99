import { expect, test } from 'vitest'
import { mailsTo } from '#tests/support/stand-ins/mailbox.ts'
import { until } from '#tests/support/until.ts'
import { patch, setUp } from './setup.ts'

const { app, database, member, apply, vcOf, entriesOf, outboxMailsTo, undo, admin } = await setUp({
  DECISION_MAIL_DELAY_SECONDS: '60',
})

/** Of a mail to a reader who got a different answer before. */
const CORRECTION = 'Sorry for the confusion.'

async function applied() {
  const owner = await member({ userType: 'vc' })
  const id = await apply(owner)
  const decide = async (body: { isVerified: boolean; reason?: string }) =>
    expect(await patch(admin, `/vcs/${id}/verify`, { ...body, version: (await vcOf(admin, id)).version })).toMatchObject({
      status: 200,
    })
  const undoLatest = async () => expect(await undo(admin, (await entriesOf(admin, id))[0])).toMatchObject({ status: 200 })
  const subjects = async () => (await outboxMailsTo(owner.user.email, /application/i)).map(({ subject }) => subject).sort()
  const outboxMailOf = async (subject: RegExp) => (await outboxMailsTo(owner.user.email, subject))[0]
  const passDelay = () =>
    database.sql`update mail_outbox set send_at = send_at - interval '60 seconds' where recipient = ${owner.user.email}`.execute()
  const arrived = async () => (await mailsTo(app, owner.user.email, /application/i)).map(({ text }) => text ?? '')
  return { decide, undoLatest, subjects, outboxMailOf, passDelay, arrived }
}

test('a decision that is undone within a minute sends no mail, neither about it nor about the undo', async () => {
  const { decide, undoLatest, subjects } = await applied()
  await decide({ isVerified: true })
  expect(await subjects()).toEqual(['Your application was approved'])
  await undoLatest()
  expect(await subjects()).toEqual([])
})

test('when the undo is undone as well, the decision is mailed once, as if it was made for the first time', async () => {
  const { decide, undoLatest, subjects, passDelay, arrived } = await applied()
  await decide({ isVerified: true })
  await undoLatest()
  await undoLatest()
  expect(await subjects()).toEqual(['Your application was approved'])
  for (const _ of ['off', 'on again']) await undoLatest()
  expect(await subjects()).toEqual(['Your application was approved'])
  await passDelay()
  const [text] = await until(arrived, (texts) => texts.length === 1)
  expect(text).toContain('is verified')
  expect(text).not.toContain(CORRECTION)
})

test('a decision that was mailed is corrected by a mail, and an undo of that correction within a minute sends none', async () => {
  const { decide, undoLatest, subjects, outboxMailOf, passDelay, arrived } = await applied()
  await decide({ isVerified: true })
  expect(await arrived()).toEqual([])
  await passDelay()
  await until(arrived, (texts) => texts.length === 1)
  await undoLatest()
  expect(await subjects()).toEqual(['Your application is under review again', 'Your application was approved'])
  expect((await outboxMailOf(/under review again/))?.text).toContain(CORRECTION)
  await undoLatest()
  expect(await subjects()).toEqual(['Your application was approved'])
})
