import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { expect, test } from 'vitest'
import { isSecurityMail, purposeOf } from '#server/email/mail-purpose.ts'
import { queueOptionalMail } from '#server/email/optional-mail.ts'
import { groupTexts } from '#shared/notices/preference-labels.ts'
import { NoticeSwitch, optionalMails } from '#shared/notices/preferences.ts'
import { account } from '#tests/support/actors/account.ts'
import { startTestApp } from '#tests/support/app.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { findUser } from '#tests/support/state/accounts.ts'

const sources = [...new Glob('sync-server/**/*.ts').scanSync('.')].filter(
  (path) => !path.includes('.test.') && !path.includes('/seed/'),
)
const named = sources.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/(?:template: |template = |TEMPLATE = )'([\w-]+)'/g)].map(([, name = '']) => name),
)
/** Templates with a part that differs. */
const composed = [
  ...['review-vc', 'review-project', 'review-intro', 'profile-claim', 'profile-remove'],
  ...['call-cancelled', 'call-declined', 'call-soon', 'call-tomorrow', 'verify-email', 'change-email'],
  ...['tickets-owed', 'refunds-owed', 'disputes-owed', 'review-waiting'],
  ...['email-changing', 'email-changed', 'sale', 'sale-reversed', 'refund-approved', 'refund-declined'],
]

test('every mail has a purpose: without one it would not reach a suppressed address, nor have a switch', () => {
  expect(named.length).toBeGreaterThan(40)
  expect([...named, ...composed].filter((name) => purposeOf(name) === undefined)).toEqual([])
})

test('what protects an account is sent to a suppressed address, and no optional mail is', () => {
  for (const template of ['code', 'reset-password', 'new-sign-in', 'payout-details-changed'])
    expect(isSecurityMail({ template })).toBe(true)
  const optional = [...named, ...composed].filter((name) => optionalMails.some((group) => group === purposeOf(name)))
  expect(new Set(optional.map(purposeOf))).toEqual(new Set(optionalMails))
  expect(optional.filter((template) => isSecurityMail({ template }))).toEqual([])
})

const app = await startTestApp()

test.each(optionalMails)('the mails of the group %s end with one click, and have a switch in the settings', async (group) => {
  const { user } = await account(app, { emailVerifiedAt: new Date() })
  const message = { subject: `About ${group}`, paragraphs: ['Hello Ada,', 'An investor replied.'] }
  const template = [...named, ...composed].find((name) => purposeOf(name) === group) ?? ''
  await queueOptionalMail(app.database.db, { group, base: app.url }, { to: user.email, template, message })
  const { headers } = await mailTo(app, user.email, /About/)
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = headerOf('list-unsubscribe')?.slice(1, -1) ?? ''
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(reply.status).toBe(200)
  expect((await findUser(app.database.db, { id: user.id }))?.noticesOff).toEqual([`${group}:mail`])
  expect([NoticeSwitch.options.includes(`${group}:mail`), groupTexts[group].label]).toEqual([true, expect.any(String)])
})
