import type { DraftId, LocalDraft, PrivateDatabase } from '#web/db/private-database.ts'
import { assertSameGeneration } from '#web/sync/engine/outbox.ts'
import { store } from '#web/sync/engine/sync-port.ts'

/** Content of a draft: the form values, and what a form stores beside them. */
export type DraftContent = Omit<LocalDraft, 'id' | 'writtenAt'>

/**
 * Writes the row of a draft; an empty draft has none.
 *
 * @throws StalePrincipalError, and the error of a full device
 */
export async function storeDraft(db: PrivateDatabase, id: DraftId, content: DraftContent | undefined): Promise<void> {
  const writeRow = (signal: AbortSignal) => async () => {
    await assertSameGeneration(db)
    if (content) await db.drafts.put({ id, ...content, writtenAt: new Date().toISOString() })
    else await db.drafts.delete(id)
    signal.throwIfAborted()
  }
  await store((signal) => db.transaction('rw', db.drafts, db.meta, writeRow(signal)))
}

/** Texts and choices of a form, by field. */
export type FormValues = Record<string, string | boolean | string[]>

/**
 * The stored values of fields that the form has, where they have the type of the field: an older build may have stored other
 * fields under other names.
 */
export function fieldsOf<Values extends FormValues>(stored: unknown, blank: Values): Partial<Values> {
  const known = Object.entries((stored ?? {}) as Record<string, unknown>).filter(
    ([field, value]) => Object.hasOwn(blank, field) && isSameKind(value, blank[field]),
  )
  return Object.fromEntries(known) as Partial<Values>
}

const isSameKind = (value: unknown, blank: unknown) =>
  Array.isArray(blank) ? Array.isArray(value) && value.every((each) => typeof each === 'string') : typeof value === typeof blank

/** The fields whose value differs from the prefilled one. */
export function changedFields<Values extends FormValues>(values: Values, initial: Values): Partial<Values> {
  const changed = Object.entries(values).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field]))
  return Object.fromEntries(changed) as Partial<Values>
}

/** Writes in progress, of every form. */
const writing = new Set<Promise<void>>()

/** Resolves when the last keystrokes of a form that has just been closed are stored: a form opened next reads them. */
export const writesSettled = async () => void (await Promise.allSettled(writing))

/**
 * Writes one draft at a time. Of several pending drafts only the last is written: it contains the others.
 *
 * @returns `keep`, which resolves when its draft, or a later one, is stored
 */
export function draftWriter<Draft>(write: (draft: Draft) => Promise<void>) {
  let next: { draft: Draft } | undefined
  let running: Promise<void> | undefined

  async function drain() {
    try {
      while (next) {
        const { draft } = next
        next = undefined
        await write(draft)
      }
    } finally {
      // In the same step as the last check: a later call starts a new run.
      running = undefined
    }
  }
  return function keep(draft: Draft): Promise<void> {
    next = { draft }
    if (!running) {
      const run = drain()
      running = run
      writing.add(run)
      const done = () => void writing.delete(run)
      run.then(done, done)
    }
    return running
  }
}
