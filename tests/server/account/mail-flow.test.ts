import { expect, test } from 'vitest'
import type { User } from '#shared/accounts/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import { eventually } from '#tests/support/runner/eventually.ts'
import { tokenIn } from '#tests/support/stand-ins/mailbox.ts'
import { startSmtp } from '#tests/support/stand-ins/smtp.ts'

const smtp = await startSmtp()
const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Latchkey <post@latchkey.example>', PUBLIC_URL: 'https://latchkey.example' }
const { member, visitor } = await startTestApp({ env })

const arrival = (address: string, subject: RegExp) =>
  eventually(() => {
    const mail = smtp.received.findLast(
      ({ recipients, subject: line }) => recipients.includes(address) && subject.test(line ?? ''),
    )
    if (!mail) throw new Error(`Nothing about ${subject} came to ${address}`)
    return mail
  })

test('with a mail server, an address is verified and a password reset through the delivered mails', async () => {
  const email = 'smtp@example.com'
  const ada = await member({ email })
  const verification = await arrival(email, /confirm/i)
  expect(verification.text).toContain('https://latchkey.example/verify-email#')
  const verified = await ada.post('/api/auth/verify-email', { token: tokenIn(verification) })
  expect(verified.status).toBe(200)
  expect((await ada.get<User>('/api/auth/user')).body.emailVerified).toBe(true)

  await visitor().post('/api/auth/forgot-password', { email })
  const token = tokenIn(await arrival(email, /reset/i))
  const reset = await visitor().post('/api/auth/reset-forgotten', { token, newPassword: 'k7#mQz2pp' })
  expect(reset.status).toBe(200)
  expect((await visitor().post('/api/auth/login', { email, password: 'k7#mQz2pp' })).status).toBe(200)
  await arrival(email, /password was changed/i)
  await arrival(email, /new sign-in/i)
  expect(smtp.received.every(({ from }) => from?.address === 'post@latchkey.example')).toBe(true)
})
