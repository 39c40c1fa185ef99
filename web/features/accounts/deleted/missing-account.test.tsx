import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { Gate } from '#web/features/accounts/gate/gate.tsx'
import { useUser } from '#web/features/accounts/queries.ts'
import { sampleUser } from '#web/features/accounts/sample.ts'

const user = sampleUser()
let db: PrivateDatabase
let answer: () => Response
let calls: string[]

beforeEach(async () => {
  calls = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return answer()
  })
  db = new PrivateDatabase(user.principalId, 'life')
  await db.open()
  await db.meta.put({ key: 'life', value: 'life' })
  setPrivateDb(db)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  setPrivateDb(undefined)
  await db.delete()
})

function Page() {
  const known = useUser()
  const { href } = useLocation()
  return <Gate user={known}>{known ? <p>Page of {known.firstName}</p> : <p>Public page at {href}</p>}</Gate>
}
const reply = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })

test.each([
  ['a server fault', reply(500, { message: 'Something went wrong.', code: 'internal' })],
  ['a page of an intermediary', () => new Response('<html>', { status: 403 })],
  [
    'no network',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])(
  'a page that needs an account which is unavailable because of %s shows "Failed to fetch user", and can retry',
  async (_, refuse) => {
    answer = refuse
    await renderInRouter(<Page />, '/settings')
    expect(await screen.findByRole('heading', { name: 'Failed to fetch user' })).toBeTruthy()
    expect(calls).toEqual(['/api/auth/user'])
    answer = reply(200, user)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Page of Ada')).toBeTruthy()
  },
)

test('without a session, the sign-in opens', async () => {
  answer = reply(401, { message: 'Unauthorized', code: 'session-lost' })
  await renderInRouter(<Page />, '/profile')
  await waitFor(() => expect(calls).toEqual(['/api/auth/user']))
  expect(await screen.findByText('Public page at /auth?next=%2Fprofile')).toBeTruthy()
})

test('during an erasure no redirect to the sign-in happens: the next principal’s screen shows the reason', async () => {
  answer = reply(401, { message: 'Unauthorized', code: 'session-ended' })
  await db.account.put({ id: user.principalId, kind: 'account', user, version: 1 })
  await renderInRouter(<Page />, '/profile')
  expect(await screen.findByText('Page of Ada')).toBeTruthy()
  await db.transaction('rw', db.meta, db.account, async () => {
    await db.meta.delete('life')
    await db.account.clear()
  })
  await waitFor(() => expect(screen.queryByText('Page of Ada')).toBeNull())
  expect(calls).toEqual([])
  expect(screen.queryByText(/Public page at .auth/)).toBeNull()
})

test('an account on the device is not requested, and a public page waits for none', async () => {
  answer = reply(500, {})
  await renderInRouter(<Page />, '/vcs')
  expect(screen.getByText('Public page at /vcs')).toBeTruthy()
  await db.account.put({ id: user.principalId, kind: 'account', user, version: 1 })
  expect(await screen.findByText('Page of Ada')).toBeTruthy()
  expect(calls).toEqual([])
})
