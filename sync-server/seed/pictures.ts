import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/client.ts'
import { SAMPLE_LOGOS, SAMPLE_PORTRAITS, samplePicture } from '#shared/uploads/address.ts'

/** The place of a record's picture among `count`: the same at every start. */
const placeOf = (count: number) => sql`('x' || substr(md5(id), 1, 6))::bit(24)::int % ${sql.raw(String(count))} + 1`

const addressOf = (kind: 'portrait' | 'logo', count: number) => {
  const [before, after] = samplePicture(kind, 0).split('00')
  return sql`${before} || lpad((${placeOf(count)})::text, 2, '0') || ${after}`
}

/**
 * Gives the records of the sample that have a picture a drawn one of this origin. The addresses in the sample are of hosts that do not
 * exist: a browser would report an error for each. A record whose picture is drawn already is not written.
 */
export async function useDrawnPictures(db: Database) {
  await db.execute(sql`
    update directory_investors set image_url = ${addressOf('portrait', SAMPLE_PORTRAITS)}
    where image_url ~ '^https://images[.][a-z0-9-]+[.]example/[a-z0-9-]+[.]jpg$'`)
  await db.execute(sql`
    update projects set logo_url = ${addressOf('logo', SAMPLE_LOGOS)}
    where id like 'prj\\_demo\\_%' and logo_url ~ '^https://[a-z0-9-]+[.]example/logo[.]png$'`)
}
