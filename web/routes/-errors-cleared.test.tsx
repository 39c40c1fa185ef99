import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slotAt } from '#shared/bookings/slots.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleCall } from '#tests/support/samples/sample-call.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { ClaimPage } from '#web/features/accounts/auth/claim-page.tsx'
import { ForgotPassword } from '#web/features/accounts/passwords/forgot-password.tsx'
import { NewPasswordFields, useNewPassword } from '#web/features/accounts/passwords/new-password-fields.tsx'
import { sampleUser } from '#web/features/accounts/sample.ts'
import { TwoFactorDialog } from '#web/features/accounts/settings/two-factor-dialog.tsx'
import { ContestReport } from '#web/features/bookings/calls/contest-report.tsx'
import ProposeDialog from '#web/features/bookings/calls/propose-dialog.tsx'
import MoveDialog from '#web/features/bookings/calls/reschedule-dialog.tsx'
import { ConnectForm } from '#web/features/listings/calendar/connect-form.tsx'
import { CalendarToken, useCalendarToken } from '#web/features/listings/calendar-token.tsx'
import { EditRejected } from '#web/features/outbox/edit-rejected.tsx'
import ProfileRequestDialog from '#web/features/profile-requests/profile-request-dialog.tsx'
import { provideSync } from '#web/sync/engine/sync-port.ts'

const nothing = () => undefined
const call = sampleCall()
const reported = sampleCall({
  role: 'investor',
  noShowBy: 'investor',
  contestedAt: null,
  contestUntil: '2027-01-17T11:00:00.000Z',
})
const slots = ['2027-01-20T10:00:00.000Z', '2027-01-20T11:00:00.000Z'].map((start) => slotAt(Date.parse(start)))

const rejected = {
  ...{ id: '019a9b00-0000-7000-8000-000000000001' as MutationId, name: 'contact.note', madeAt: '2027-01-04T10:00:00.000Z' },
  ...{ state: 'refused' as const, args: { contactId: 'rec1', text: 'Too long' } },
}

const press = async (name: string | RegExp) => void fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string | RegExp, value = 'x') => void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const chooseSlot = async () => {
  const times = await screen.findByRole('group', { name: /^Time, for/ })
  fireEvent.click(times.querySelector('input') as HTMLInputElement)
}

const Token = () => <CalendarToken token={useCalendarToken('vc_1' as VcId, true)} />

function NewPassword() {
  const { check, fields } = useNewPassword()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <NewPasswordFields fields={fields} label="New password" confirmLabel="Confirm password" />
      <button type="submit">Save</button>
    </form>
  )
}

type Case = { page: ReactElement; fail: () => unknown; error: string | RegExp; fix: () => unknown }

const cases: Record<string, Case> = {
  'proposing another time': {
    page: <ProposeDialog call={call} isOffline={false} onClose={nothing} />,
    fail: async () => {
      await screen.findByRole('group', { name: /^Time, for/ })
      await press('Send proposal')
    },
    error: 'Please select a time slot.',
    fix: chooseSlot,
  },
  'moving a call': {
    page: <MoveDialog call={call} isOffline={false} onClose={nothing} />,
    fail: async () => {
      await screen.findByRole('group', { name: /^Time, for/ })
      await press('Reschedule')
    },
    error: 'Please select a time slot.',
    fix: chooseSlot,
  },
  'contesting a report': {
    page: <ContestReport call={reported} now={Date.parse('2027-01-04T10:00:00.000Z')} isOffline={false} />,
    fail: async () => {
      await press('I was there')
      await press('Send report')
    },
    error: 'Describe what happened.',
    fix: () => type('What happened?'),
  },
  'a new password': {
    page: <NewPassword />,
    fail: async () => {
      type('New password', 'a sentence of mine')
      type('Confirm password', 'another sentence')
      await press('Save')
    },
    error: /match/,
    fix: () => type('Confirm password', 'a sentence of mine'),
  },
  'a forgotten password': {
    page: <ForgotPassword />,
    fail: () => press('Send me a link'),
    error: 'Please enter a valid email address',
    fix: () => type('Email', 'ada@x.example'),
  },
  'restoring purchases': {
    page: <ClaimPage />,
    fail: () => press('Email me a code'),
    error: 'Please enter a valid email address',
    fix: () => type('Email on your receipt', 'ada@x.example'),
  },
  'a code of the authenticator app': {
    page: (
      <TwoFactorDialog
        user={sampleUser()}
        setup={{ secret: 'ABCD', otpauthUrl: 'otpauth://totp/x?secret=ABCD' }}
        onClose={nothing}
      />
    ),
    fail: () => press('Turn on'),
    error: 'Incorrect code.',
    fix: () => type('Code from the app', '123456'),
  },
  'an account of a calendar': {
    page: <ConnectForm path="/api/vcs/vc_1/external-calendar" onDone={nothing} onClose={nothing} />,
    fail: () => press('Connect'),
    error: 'Enter the app password',
    fix: () => type('App password', 'abcd'),
  },
  'a token of a calendar': {
    page: <Token />,
    fail: async () => {
      type(/^Calendly token/, 'wrong')
      await press('Save token')
    },
    error: 'Couldn’t save. Please try again.',
    fix: () => type(/^Calendly token/, 'right'),
  },
  'a rejected text': {
    page: <EditRejected entry={rejected} field="text" label="Note" words="Too long" onClose={nothing} />,
    fail: () => press('Save and send'),
    error: 'Couldn’t save on this device. Please try again.',
    fix: () => type('Note', 'Shorter'),
  },
  'claiming a profile': {
    page: <ProfileRequestDialog investor={{ id: 'rec1' as VcId, name: 'Kestrel' }} onClose={nothing} />,
    fail: async () => {
      await press('Continue')
      await screen.findByLabelText('Your email')
      await press('Continue')
    },
    error: 'Please enter a valid email address',
    fix: () => type('Your email', 'ada@x.example'),
  },
}

let db: PrivateDatabase
beforeEach(() => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  const refuse = async () => {
    throw new Error('the engine does not answer')
  }
  provideSync({ store: refuse, retryRefused: refuse, requestSync: nothing } as never)
  vi.stubGlobal('fetch', async (path: string, { method }: { method?: string } = {}) => {
    if (path.includes('/2fa') || path.includes('totp')) {
      return new Response(JSON.stringify({ code: 'accounts.wrong-code', message: 'Incorrect code.' }), { status: 409 })
    }
    if (path.endsWith('/calendar'))
      return new Response(JSON.stringify({ isKept: false }), { status: method === 'PUT' ? 500 : 200 })
    const body = path.endsWith('/claim') ? { success: true, next: 'address' } : { slots, timeZone: 'UTC', generated: false }
    return new Response(JSON.stringify(body), { status: 200 })
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

test.each(Object.entries(cases))('%s: the error disappears as soon as its cause is corrected', async (_, one) => {
  await renderInRouter(one.page)
  await one.fail()
  expect(await screen.findByText(one.error)).toBeTruthy()
  await one.fix()
  await waitFor(() => expect(screen.queryByText(one.error)).toBeNull())
})
