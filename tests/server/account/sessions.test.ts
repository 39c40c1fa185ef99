import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '#drizzle/schema/index.ts'
import { SESSION_COOKIE } from '#server/http/session.ts'
import type { SessionEntry } from '#shared/accounts/safety.ts'
import { startTestApp } from '#tests/support/app.ts'
import type { Client } from '#tests/support/client.ts'

const app = await startTestApp()
const { member, visitor, database } = app

describe('sessions', () => {
  const list = async (client: Client) => (await client.get<SessionEntry[]>('/api/auth/sessions')).body

  test('are listed with the browser, under ids that lead to no token', async () => {
    const ada = await member()
    const phone = visitor()
    await phone.post(
      '/api/auth/login',
      { email: ada.user.email, password: ada.password },
      { headers: { 'user-agent': 'Phone/2' } },
    )
    const entries = await list(ada)
    expect(entries.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    expect(entries.find(({ isCurrent }) => !isCurrent)?.userAgent).toBe('Phone/2')
    const rows = await database.db.select().from(sessions).where(eq(sessions.userId, ada.user.id))
    for (const { id } of entries) expect(rows.some(({ sid }) => sid.includes(id))).toBe(false)
  })

  test('end one by one, or all others at once', async () => {
    const ada = await member()
    const others = [visitor(), visitor()]
    for (const other of others) await other.post('/api/auth/login', { email: ada.user.email, password: ada.password })
    const [away] = (await list(ada)).filter(({ isCurrent }) => !isCurrent)
    expect((await ada.send(`/api/auth/sessions/${away?.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await list(ada)).toHaveLength(2)
    expect((await ada.send('/api/auth/sessions', { method: 'DELETE' })).status).toBe(200)
    expect(await list(ada)).toHaveLength(1)
    for (const other of others) expect((await other.get('/api/auth/user')).status).toBe(401)
    expect((await ada.get('/api/auth/user')).status).toBe(200)
  })

  test("one's own ends with the cookie; somebody else's is not found", async () => {
    const [ada, eve] = [await member(), await member()]
    const [own] = await list(ada)
    expect((await eve.send(`/api/auth/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await ada.send(`/api/auth/sessions/${own?.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(ada.cookies.has(SESSION_COOKIE)).toBe(false)
  })
})
