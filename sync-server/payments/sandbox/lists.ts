import { type Action, ok } from './call.ts'
import { missing } from './fault.ts'
import type { SandboxKind } from './objects.ts'
import { findObject, listObjects } from './store.ts'

const LARGEST_PAGE = 100

/** A list call: newest first, in pages, narrowed by the fields Stripe narrows this kind by. */
export const list =
  (kind: SandboxKind, path: string, fields: string[] = []): Action =>
  async ({ tx, form }) => {
    const limit = Math.min(Math.max(Math.trunc(Number(form.get('limit'))) || 10, 1), LARGEST_PAGE)
    const since = Number(form.get('created[gte]') ?? Number.NaN)
    const where = Object.fromEntries(
      fields.flatMap((field) => (form.get(field) === null ? [] : [[field, form.get(field) ?? '']])),
    )
    const page = await listObjects(tx, kind, {
      limit,
      where,
      startingAfter: form.get('starting_after') ?? undefined,
      createdSince: Number.isSafeInteger(since) ? since : undefined,
    })
    return ok({ ...page, url: `/v1/${path}` })
  }

export const retrieve =
  (kind: SandboxKind): Action =>
  async ({ tx, id }) => {
    const object = await findObject(tx, kind, id)
    if (!object) throw missing(kind, id)
    return ok(object)
  }
