import { expect, test } from 'vitest'
import { openKeyring } from '#server/crypto/keyring.ts'
import { testDatabase } from '#tests/support/database/postgres.ts'

const database = await testDatabase()

test('two nodes that start concurrently share one key', async () => {
  const [here, there] = await Promise.all([openKeyring(database.db), openKeyring(database.connectAgain().db)])
  const [sealed, signed] = await Promise.all([here.encrypt('JBSWY3DP'), there.sign('code', '123456')])
  expect(await there.decrypt(sealed)).toBe('JBSWY3DP')
  expect(await here.sign('code', '123456')).toBe(signed)
})

test('ciphertext cannot be read, recognised or changed', async () => {
  const keyring = await openKeyring(database.db)
  const [once, again] = [await keyring.encrypt('JBSWY3DP'), await keyring.encrypt('JBSWY3DP')]
  expect(Buffer.from(once).toString('latin1')).not.toContain('JBSWY3DP')
  expect(once).not.toEqual(again)
  const changed = Uint8Array.from(once)
  changed[20] = (changed[20] ?? 0) ^ 1
  await expect(keyring.decrypt(changed)).rejects.toThrow()
})

test('a ciphertext for one owner is opened neither for another one nor without an owner', async () => {
  const keyring = await openKeyring(database.db)
  const sealed = await keyring.encrypt('DE89', 'payout-details usr_1')
  expect(await keyring.decrypt(sealed, 'payout-details usr_1')).toBe('DE89')
  await expect(keyring.decrypt(sealed, 'payout-details usr_2')).rejects.toThrow()
  await expect(keyring.decrypt(sealed)).rejects.toThrow()
})

test('a signature is valid for its purpose only', async () => {
  const keyring = await openKeyring(database.db)
  expect(await keyring.sign('code', 'x')).not.toBe(await keyring.sign('newsletter', 'x'))
})
