import { expect, test } from 'vitest'
import { verifyEmail } from '#tests/support/actors/projects.ts'
import { OF_THE_PROVIDER, tablesThatSay } from '#tests/support/database/tables-that-say.ts'
import { addReportedProject, PRINCIPAL_TEXTS } from '#tests/support/principal-texts.ts'
import { leave, setUp } from './setup.ts'

const { member, db } = await setUp()
await addReportedProject(db)

/** By table and column: the reason why a text stays when its author deletes the account. */
const KEPT: Record<string, string> = { 'orders.snapshot': 'it names what was bought, which the ledger keeps' }

test.each(PRINCIPAL_TEXTS)(
  '%s.%s is in the export of an account, and is deleted with the account',
  async (table, column, write) => {
    const ada = await member()
    await verifyEmail(db, ada.user)
    const text = `canary${crypto.randomUUID().slice(0, 8)}`
    await write(db, ada.user.principalId, text)
    expect(JSON.stringify((await ada.get('/api/auth/export')).body)).toContain(text)
    expect((await leave(ada)).status).toBe(200)
    if (KEPT[`${table}.${column}`]) return
    await expect.poll(() => tablesThatSay(db, [text], OF_THE_PROVIDER)).toEqual([])
  },
)
