import { type LocalDraft, OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadMutations } from '#web/sync/engine/mutation-registry.ts'
import { takeUnsent } from '#web/sync/engine/outbox.ts'

/** Moves a guest's data on this device to the account that the guest has signed in to: it is the same user. */
export async function transferOutbox(loadMutations: LoadMutations, from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  await copyPurchases(from, to)
  await copyFitProject(from, to)
  await moveWritten(loadMutations, from, to)
}

/**
 * Keeps a guest's purchases readable until the account's first pull arrives. The copies are optimistic: the pull confirms what
 * the server merged and removes the rest.
 */
async function copyPurchases(from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const [bought, validatedAt] = await from.transaction('r', from.contacts, from.decisionMakers, from.meta, async () =>
    (await from.getMeta('life')) === from.life
      ? ([await readPurchases(from), await from.getMeta('validatedAt')] as const)
      : [undefined, undefined],
  )
  if (!bought || bought.contacts.length + bought.decisionMakers.length === 0) return
  await to.transaction('rw', to.contacts, to.decisionMakers, to.meta, async () => {
    for (const contact of bought.contacts) {
      if (!(await to.contacts.get(contact.id))) await to.contacts.add({ ...contact, version: OPTIMISTIC })
    }
    for (const person of bought.decisionMakers) {
      if (!(await to.decisionMakers.get(person.id))) await to.decisionMakers.add({ ...person, version: OPTIMISTIC })
    }
    if (validatedAt !== undefined && (await to.getMeta('validatedAt')) === undefined) {
      await to.meta.put({ key: 'validatedAt', value: validatedAt })
    }
  })
}

/** The project that a guest described on this device for the order by fit. That of the account is kept. */
async function copyFitProject(from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const value = (await from.getMeta('life')) === from.life ? await from.getMeta('fitProject') : undefined
  if (value === undefined) return
  await to.transaction('rw', to.meta, async () => {
    if ((await to.getMeta('fitProject')) === undefined) await to.meta.put({ key: 'fitProject', value })
  })
}

const readPurchases = async (from: PrivateDatabase) => ({
  contacts: await from.contacts.toArray(),
  decisionMakers: await from.decisionMakers.toArray(),
})

/**
 * Moves unsent data and the sent log. Ids and order are kept, so mutations that the server has already processed are not applied
 * twice.
 */
async function moveWritten(loadMutations: LoadMutations, from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const { entries, drafts, sent } = await takeWritten(from)
  if (drafts.length + sent.length > 0) {
    await to.transaction('rw', to.drafts, to.sent, to.meta, async () => {
      // An interrupted start repeats this; the user may have sent a draft since.
      const done = (await to.getMeta('unsealed')) ?? []
      if (done.includes(from.life)) return
      await to.meta.put({ key: 'unsealed', value: [...done, from.life] })
      for (const draft of drafts) await addDraft(to, draft)
      await to.sent.bulkPut(sent)
    })
  }
  if (entries.length === 0) return
  const registry = await loadMutations()
  await to.transaction('rw', to.tables, async () => {
    for (const { seq: _local, ...entry } of entries) {
      if (await to.outbox.get({ id: entry.id })) continue
      await to.outbox.add(entry)
      if (entry.state === 'waiting') await registry.show(to, entry)
    }
  })
}

/** In one transaction: another tab that receives a response moves an entry from the outbox to the log. */
const takeWritten = (from: PrivateDatabase) =>
  from.transaction('rw', from.outbox, from.drafts, from.sent, from.meta, async () => {
    const unsent = await takeUnsent(from)
    const isOfAnotherStay = (await from.getMeta('life')) !== undefined
    return { ...unsent, sent: isOfAnotherStay ? [] : await from.sent.toArray() }
  })

/**
 * Inside a transaction: adds a draft of an earlier generation. If the form has been started again, the texts of the draft are
 * added to the content that other apps have shared, until the user places them. A draft that was prefilled from a document is
 * deleted with the document, so it is not copied.
 */
export async function addDraft(db: PrivateDatabase, draft: LocalDraft): Promise<void> {
  const own = await db.drafts.get(draft.id)
  if (!own) return void (await db.drafts.add(draft))
  if (draft.from) return
  const known = textsOf(own.values)
  const left = textsOf(draft.values).filter((text) => !known.some((each) => each.includes(text)))
  if (draft.photo && !own.photo) await db.drafts.update(draft.id, { photo: draft.photo })
  if (left.length === 0) return
  if (draft.id === 'shared:cards') return void (await db.drafts.put({ ...draft, values: [...known, ...left].join('\n') }))
  const waiting = textsOf((await db.drafts.get('shared'))?.values)
  await db.drafts.put({ id: 'shared', values: [...waiting, ...left].join('\n\n'), writtenAt: draft.writtenAt })
}

/** Free text of a form; choices are lists and are left out. */
function textsOf(values: unknown): string[] {
  if (typeof values === 'string') return values.trim() ? [values] : []
  return values !== null && typeof values === 'object' && !Array.isArray(values) ? Object.values(values).flatMap(textsOf) : []
}
