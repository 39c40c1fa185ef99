import { expect, test } from 'vitest'
import type { TicketTaken } from '#shared/help/contract.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'
import { mailTo } from '#tests/support/stand-ins/mailbox.ts'
import { mailKindsTo } from '#tests/support/state/mails.ts'

const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } })
const { db } = app.database

const REQUEST = {
  name: 'Ada Member',
  subject: 'Nothing opens',
  category: 'technical',
  message: 'The page stays white on my phone.',
}
const support = (client: Client, fields: object) => client.post<TicketTaken>('/api/support', { ...REQUEST, ...fields })

test('a message to the team is confirmed by one mail, which quotes none of it and names the promised time', async () => {
  const email = 'confirmed@founders.example'
  const args = { id: Bun.randomUUIDv7(), email }
  const { body } = await support(app.visitor(), args)
  const mail = await mailTo(app, email, /We received your message/)
  expect(mail.subject).toContain(body.ticketNumber)
  expect(mail.text).toContain('reply within 4 hours')
  expect(mail.text).toContain('/support')
  expect(mail.text).not.toContain(REQUEST.message)
})

test('an address that is not the verified one of the author gets a few confirmations per hour', async () => {
  const email = 'flooded@founders.example'
  for (let sent = 0; sent < 5; sent += 1) expect((await support(app.visitor(), { email })).status).toBe(200)
  expect(await mailKindsTo(db, email)).toEqual(['ticket-received', 'ticket-received', 'ticket-received'])
  await support(app.visitor(), { email: 'trap@founders.example', homepage: 'https://spam.example' })
  expect(await mailKindsTo(db, 'trap@founders.example')).toEqual([])
})

test('more messages at once than a node has connections are all stored', async () => {
  const sent = Array.from({ length: 12 }, (_, at) => support(app.visitor(), { email: `at-once-${at}@founders.example` }))
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200))
})
