import { liveQuery } from 'dexie'
import type { DirectoryQuery } from '#shared/directory/directory-index.ts'
import type { VcId } from '#shared/ids.ts'
import { startSync } from '#web/app/start-sync.ts'
import { directoryDb } from '#web/db/tab/databases.ts'
import { DirectoryStore } from '#web/replica/public-replica.ts'
import { enqueue } from '#web/sync/engine/sync-port.ts'
import { mark, markPainted } from './marks.ts'
import { FIRST_SCREEN, renderRows } from './rows.ts'

/** The product's own sync, store and index, under the same plain rows as the baseline. */
const store = new DirectoryStore(directoryDb)
const first = () => store.set.index.query({ limit: FIRST_SCREEN }).items

const stopWaiting = store.subscribe(() => {
  const items = first()
  if (items.length < FIRST_SCREEN) return
  stopWaiting()
  renderRows(items)
  markPainted('painted')
})
store.subscribe(() => {
  if (store.isComplete) mark('ready')
})
liveQuery(() => directoryDb.getMeta('directory')).subscribe((state) => {
  if (state?.isComplete) mark('durable')
})

/** The instant, by the machine's clock, at which a new name of an investor was painted. */
function untilPainted(id: VcId, name: string): Promise<number> {
  return new Promise((done) => {
    const stop = store.subscribe(() => {
      const investor = store.set.index.get(id)
      if (investor?.name !== name) return
      stop()
      renderRows([investor, ...first()])
      requestAnimationFrame(() => done(Date.now()))
    })
  })
}

const query = (query: DirectoryQuery) => store.set.index.query({ ...query, limit: FIRST_SCREEN }).total
const save = async (ids: VcId[]) => {
  for (const vcId of ids) await enqueue('investor.save', { vcId, isSaved: true })
}

/** Until a launch has nothing to tokenise: the words of a first visit are stored after its last chunk. */
async function untilWordsAreStored() {
  const chunks = await directoryDb.parts.filter(({ text }) => text.includes('"investors":[')).count()
  while ((await directoryDb.words.count()) < chunks) await new Promise((done) => setTimeout(done, 100))
}

declare global {
  interface Window {
    latchkey: {
      query: typeof query
      untilPainted: typeof untilPainted
      save: typeof save
      untilWordsAreStored: typeof untilWordsAreStored
    }
  }
}
window.latchkey = { query, untilPainted, save, untilWordsAreStored }
await startSync()
