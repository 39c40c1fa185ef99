import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AdminIntro } from '#shared/admin/intros.ts'
import type { VcId } from '#shared/ids.ts'
import type { QueueProps } from '#web/features/admin/queue-props.ts'
import { IntrosQueue } from './intros-queue.tsx'

afterEach(cleanup)

type Founder = AdminIntro['founder']

function show(founder: Partial<Founder>, investor: Partial<AdminIntro['investor']> = {}) {
  const questions: Parameters<QueueProps['ask']>[0][] = []
  const intro: AdminIntro = {
    id: 'req_1',
    version: 1,
    answer: 'new',
    answerNote: null,
    message: 'We build rails.',
    createdAt: '2027-01-04T10:00:00.000Z',
    investor: {
      id: 'rec1' as VcId,
      vcType: 'airtable',
      name: 'Grace',
      fund: null,
      isVerified: true,
      email: null,
      telegram: null,
      linkedinUrl: null,
      ...investor,
    },
    founder: {
      name: 'Ada',
      email: 'ada@founders.example',
      hasAccount: false,
      hasUnprovedAccount: false,
      projectName: null,
      ...founder,
    },
  }
  const ask: QueueProps['ask'] = (question) => void questions.push(question)
  render(<IntrosQueue intros={[intro]} decide={async () => undefined as never} busyWith={undefined} ask={ask} />)
  screen.getByRole('button', { name: 'Mark as forwarded: Ada to Grace' }).click()
  return String(questions[0]?.text)
}

test.each<[string, Partial<Founder>, string | null, RegExp]>([
  ['an account with a confirmed address', { hasAccount: true }, null, /Ada is notified by email/],
  [
    'an account without a confirmed address',
    { hasUnprovedAccount: true },
    'Address not confirmed',
    /This account is not notified/,
  ],
  ['a guest', {}, 'Guest', /A guest is not notified/],
])('an introduction that %s requests shows what is verified', (_, founder, badge, sentence) => {
  expect(show(founder)).toMatch(sentence)
  for (const each of ['Address not confirmed', 'Guest']) expect(screen.queryAllByText(each)).toHaveLength(each === badge ? 1 : 0)
})

const open = () => fireEvent.click(screen.getByRole('button', { expanded: false }))

test('the letter to the investor is prepared, and opens in a mail program when an address is known', () => {
  show({ projectName: 'Anvil' }, { email: 'grace@fund.example' })
  open()
  const mail = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Open as email' }).href)
  expect(mail.pathname).toBe('grace@fund.example')
  expect(mail.searchParams.get('subject')).toBe('Introduction: Ada of Anvil')
  for (const part of ['Hello Grace,', 'Ada of Anvil asked', '> We build rails.', '/vc-signup']) {
    expect(mail.searchParams.get('body')).toContain(part)
    expect(screen.getByText((text) => text.includes(part))).toBeTruthy()
  }
})

test('without an address the letter can be copied', () => {
  show({})
  open()
  expect(screen.queryByRole('link', { name: 'Open as email' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy Letter' })).toBeTruthy()
})
