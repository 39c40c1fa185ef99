import { OPTIMISTIC, type PrivateDatabase } from '#web/db/private-database.ts'
import type { LoadCommands } from './commands.ts'
import { takeUnsent } from './outbox.ts'

/** Takes along what a guest has on this device into the account that they have signed in to: it is the same person. */
export async function moveGuest(loadCommands: LoadCommands, from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  await copyPurchases(from, to)
  await moveUnsent(loadCommands, from, to)
}

/**
 * What a guest unlocked stays readable while the account's first pull is on its way, however long that takes. The copies
 * are optimistic: the pull confirms what the server merged and removes the rest.
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

const readPurchases = async (from: PrivateDatabase) => ({
  contacts: await from.contacts.toArray(),
  decisionMakers: await from.decisionMakers.toArray(),
})

/** Ids and order stay, so what the server has taken already is not done twice. */
async function moveUnsent(loadCommands: LoadCommands, from: PrivateDatabase, to: PrivateDatabase): Promise<void> {
  const { entries, drafts } = await takeUnsent(from)
  await to.transaction('rw', to.drafts, async () => {
    for (const draft of drafts) {
      // A start that was interrupted here comes by again; the person may have written on since.
      if (!(await to.drafts.get(draft.id))) await to.drafts.add(draft)
    }
  })
  if (entries.length === 0) return
  const commands = await loadCommands()
  await to.transaction('rw', to.tables, async () => {
    for (const { seq: _local, ...entry } of entries) {
      if (await to.outbox.get({ id: entry.id })) continue
      await to.outbox.add(entry)
      if (entry.state === 'waiting') await commands.show(to, entry)
    }
  })
}
