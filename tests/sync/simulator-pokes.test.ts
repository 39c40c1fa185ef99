import { expect, inject, test } from 'vitest'
import { connect } from '#server/database/client.ts'
import { createDatabase } from '#tests/support/database/template-database.ts'
import { Pokes } from './simulator/environment/pokes.ts'

test('a history does not wait for a notification that was sent while its listener reconnected', async () => {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)
  const pokes = await Pokes.open({ socketPath, database })
  const others = connect({ socketPath, database }, { max: 1 })
  let gaps = 0
  pokes.onGap = () => (gaps += 1)
  for (let round = 0; round < 10; round += 1) {
    await others.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`
    await pokes.caughtUp()
  }
  expect(gaps).toBeGreaterThan(0)
  await pokes.close()
  await others.close()
  await drop()
})
