import { change, type Person, register } from './accounts.ts'
import { DEMO_PASSWORD, type ProductServer } from './server.ts'

/** Long enough for the gate. */
export const GOOD = 'a fine sentence to keep'

/** An account of each kind that a screen or a gate distinguishes. */
export const people = {
  founder: { email: 'founder@latchkey.example', password: DEMO_PASSWORD },
  vc: { email: 'vera@fund.example', password: GOOD, userType: 'vc' },
  angel: { email: 'anouk@angels.example', password: GOOD, userType: 'angel' },
  admin: { email: 'admin@latchkey.example', password: DEMO_PASSWORD },
  'an account without a name': { email: 'unnamed@founders.example', password: GOOD },
  'an account without a password': { email: 'short@founders.example', password: 'seven77' },
} satisfies Record<string, Person>

/** Creates those accounts that are not in the sample. */
export async function registerPeople(server: ProductServer) {
  for (const who of ['vc', 'angel', 'an account without a name', 'an account without a password'] as const)
    await register(server, people[who])
  await unname(server, people['an account without a name'].email)
}

/** An account as another provider would create it: without names. */
export const unname = (server: ProductServer, email: string) =>
  change(
    server,
    (sql) => sql`update users set profile_completed = false, first_name = null, last_name = null where email = ${email}`,
  )
