import type { Sql } from '#server/database/client.ts'

/** Runs work on a connection whose search path finds these functions before those of Postgres. */
export async function withFunctions<Result>(sql: Sql, functions: string[], work: (own: Sql) => Promise<Result>): Promise<Result> {
  const own = await sql.reserve()
  const schema = `own_${crypto.randomUUID().replaceAll('-', '')}`
  try {
    await own.unsafe(`create schema ${schema}; set search_path = ${schema}, public, pg_catalog`)
    for (const text of functions) await own.unsafe(`create function ${schema}.${text}`)
    return await work(own as unknown as Sql)
  } finally {
    await own.unsafe('reset search_path')
    own.release()
  }
}

/** A function that a host does not allow. */
export const refusing = (signature: string, code: string) =>
  `${signature} language plpgsql as $$ begin raise exception 'hidden' using errcode = '${code}'; end $$`
