import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/postgres.ts'

const database = await testDatabase()

/** Rows of about 1.8 KB. The end of a COPY meets a reader that has paused the connection in some of these sizes. */
const ROWS = Array.from({ length: 40 }, (_, index) => 30 + index * 13)

test('a statement after a COPY is answered, however the rows were divided on the way', async () => {
  const sql = database.openSingle()
  const answers = await sql.begin(async (tx) => {
    const read: [number, number][] = []
    for (const rows of ROWS) {
      const copy = `copy (select repeat(md5(g::text), 56) from generate_series(1, ${rows}) g) to stdout`
      let bytes = 0
      for await (const chunk of await tx.unsafe(copy).readable()) bytes += chunk.length
      const [row] = await tx<{ bytes: number }[]>`select ${rows}::int * (56 * 32 + 1) as bytes`
      read.push([bytes, row?.bytes ?? 0])
    }
    return read
  })
  expect(answers).toHaveLength(ROWS.length)
  for (const [bytes, expected] of answers) expect(bytes).toBe(expected)
  await sql.end({ timeout: 1 })
})
