import type { BrowserContext } from 'playwright'
import { connect } from '#server/database/client.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import type { Investor } from '#shared/directory/contract.ts'
import { untilReadyOffline, untilWordsAreStored } from '#tests/e2e/support/device.ts'
import { principalOf } from '#tests/e2e/support/sales.ts'
import { grantContact } from '#tests/support/actors/grants.ts'

const PERSON = { email: 'bench@latchkey.example', password: 'k7#mQz2ppW' }

/** An account that has bought the contacts of some investors. @param folder  that of the server, with its `data` */
export async function createAccount(url: string, folder: string, bought: readonly Investor[]) {
  const body = JSON.stringify({
    ...PERSON,
    confirmPassword: PERSON.password,
    userType: 'founder',
    firstName: 'Ida',
    lastName: 'Berg',
  })
  const headers = { 'content-type': 'application/json', origin: url }
  const reply = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`The account was not created: ${reply.status}`)
  const { socketPath } = await startEmbeddedPostgres(`${folder}/data/postgres`)
  const database = connect({ socketPath, database: 'postgres' }, { max: 2 })
  const principal = await principalOf(database.sql, PERSON.email)
  for (const { id } of bought) await grantContact(database.db, principal as never, id)
  await database.close()
}

/** Signs in, and waits until the device has everything, the words of the search included. */
export async function fillDevice(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.goto('/vcs')
  await untilReadyOffline(page)
  await untilWordsAreStored(page)
  await page.close()
}
