import type { Transaction } from '#server/database/client.ts'
import { type Action, ok } from './idempotent-request.ts'
import { findAny, findObject, listObjects } from './object-store.ts'
import type { SandboxKind } from './objects.ts'
import { missing } from './stripe-error.ts'

const LARGEST_PAGE = 100

/** A list call: newest first, in pages, filtered by the fields that Stripe filters this kind by. */
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
      types: [...form].flatMap(([name, value]) => (/^types\[\d*\]$/.test(name) ? [value] : [])),
      isUndelivered: kind === 'event' && form.get('delivery_success') === 'false',
    })
    const expands = [...form].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === 'data.source')
    return ok({ ...page, data: expands ? await withSources(tx, page.data) : page.data, url: `/v1/${path}` })
  }

/** Replaces the id in `source` by the object itself. */
const withSources = (tx: Transaction, data: object[]) =>
  Promise.all(
    data.map(async (one) => ('source' in one ? { ...one, source: (await findAny(tx, String(one.source))) ?? one.source } : one)),
  )

export const retrieve =
  (kind: SandboxKind): Action =>
  async ({ tx, id }) => {
    const object = await findObject(tx, kind, id)
    if (!object) throw missing(kind, id)
    return ok(object)
  }
