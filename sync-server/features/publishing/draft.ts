import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { projects } from '#drizzle/schema/index.ts'
import type { Database } from '#server/db.ts'
import type { Account } from '#server/http/session.ts'
import { newId } from '#server/new-id.ts'
import type { ProjectId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { findOwnProject } from './queries.ts'

const text = (most: number) => v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(most))))

export const DraftFields = v.object({ companyName: text(120), description: text(5000), email: text(254) })

export async function saveDraft(db: Database, account: Account, fields: v.InferOutput<typeof DraftFields>) {
  if (account.userType !== 'founder') throw new Problem('forbidden')
  const own = await findOwnProject(db, account.id)
  if (own) await db.update(projects).set(fields).where(eq(projects.id, own.id))
  else await db.insert(projects).values({ id: newId<ProjectId>('prj'), userId: account.id, ...fields })
}
