import { expect, test } from 'vitest'
import { countOverdueRefunds } from '#server/features/refunds/admin.ts'
import { account } from '#tests/support/actors/account.ts'
import { giveRoles, grantAdmin } from '#tests/support/actors/admins.ts'
import { atProvider, CARDS, runJob } from '#tests/support/actors/money.ts'
import { ask, bought, disputesOf } from '#tests/support/actors/refunds.ts'
import { startTestApp } from '#tests/support/app.ts'
import { listMails } from '#tests/support/state/mails.ts'
import { until } from '#tests/support/until.ts'

let ahead = 0
const pass = (hours: number) => {
  ahead += hours * 3_600_000
}
const app = await startTestApp({ world: { now: () => new Date(Date.now() + ahead) } })

const TICKET = {
  name: 'Ada Member',
  email: 'ada@founders.example',
  subject: 'Nothing opens',
  category: 'technical',
  message: 'The page stays white on my phone.',
}

test('the team is notified once a day of overdue tickets, refunds and disputes, each with its queue', async () => {
  const chief = await account(app)
  await grantAdmin(app, chief)
  const [support, finance] = [await account(app), await account(app)]
  await giveRoles(app, support, ['support'])
  await giveRoles(app, finance, ['finance'])
  const mailsTo = async ({ user }: typeof support) =>
    (await listMails(app.database.db, { recipient: user.email })).map(({ template }) => template).sort()
  const remind = async () => {
    await app.app.jobs['review.remind']?.({})
    const mails = await listMails(app.database.db, { recipient: chief.user.email })
    return mails.map(({ subject, text }) => `${subject} ${/\/admin\S*/.exec(text)?.[0]}`).sort()
  }
  await app.visitor().post('/api/support', TICKET)
  const refund = await bought(app)
  await ask(refund.buyer, refund.orderId)
  const inquiry = await bought(app, { card: CARDS.inquired })
  await until(
    () => disputesOf(app, inquiry.orderId),
    (found) => found.length === 1,
  )
  pass(3)
  expect(await remind()).toEqual([])

  pass(2)
  const ticket = '1 ticket waits longer than the promised reply time /admin?queue=tickets&from=mail'
  expect(await remind()).toEqual([ticket])
  expect(await remind()).toEqual([ticket])

  pass(30 * 24)
  expect(await remind()).toEqual([
    '1 dispute is due at the bank within three days /admin?queue=disputes&from=mail',
    '1 refund is past the guarantee deadline /admin?queue=refunds&from=mail',
    ticket,
  ])
  expect(await mailsTo(support)).toEqual(['tickets-owed'])
  expect(await mailsTo(finance)).toEqual(['disputes-owed', 'refunds-owed'])

  // An inquiry that ended without a dispute is no longer due.
  const [found] = await disputesOf(app, inquiry.orderId)
  await atProvider(app, `disputes/${found?.id}/close`, { status: 'warning_closed' })
  await runJob(app, 'refunds.look-at-inquiries')
  expect(await countOverdueRefunds(app.world)).toEqual({ refunds: 1, disputes: 0 })
})
