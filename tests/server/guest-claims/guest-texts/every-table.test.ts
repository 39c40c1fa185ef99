import { expect, test } from 'vitest'
import type { PrincipalId } from '#shared/ids.ts'
import { rowsOfPrincipal, tablesOfPrincipals } from '#tests/support/database/tables-that-say.ts'
import { PRINCIPAL_TEXTS, WITHOUT_TEXT } from '#tests/support/principal-texts.ts'
import { setUp } from './setup.ts'

const { db, aPair, signIn } = await setUp()

const readTable = async (table: string, principalId: PrincipalId) => (await rowsOfPrincipal(db, table, principalId)).join(' ')

test.each(PRINCIPAL_TEXTS)(
  '%s: the guest’s text and the account’s text both exist after the sign-in (%s)',
  async (table, _column, write) => {
    const pair = await aPair()
    await write(db, pair.account, 'Words of the account')
    await write(db, pair.guest, 'Words of the guest')
    await signIn(pair)
    // The job that runs again a minute later finds nothing to do.
    await signIn(pair)
    const kept = await readTable(table, pair.account)
    expect(kept).toContain('Words of the account')
    expect(kept.split('Words of the guest')).toHaveLength(2)
    expect(await readTable(table, pair.guest)).toBe('')
  },
)

test('each table of a principal is in the list of texts, or has no text', async () => {
  const known = new Set([...WITHOUT_TEXT, ...PRINCIPAL_TEXTS.map(([table]) => table)])
  expect((await tablesOfPrincipals(db)).filter((name) => !known.has(name))).toEqual([])
})
