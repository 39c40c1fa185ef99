import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrincipalId, ProjectId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { showVote } from './vote-mutations.ts'
import { countWith, isCast } from './vote-state.ts'

const projectId = 'prj_1' as ProjectId
let opened = 0

/** A server, one of its devices, and how many others voted by each count's number. */
function start() {
  opened += 1
  const server = { others: 10, isCast: false, seq: 0, hasRow: false }
  const othersAt = new Map([[0, 10]])
  const countNow = () => server.others + Number(server.isCast)
  const step = () => othersAt.set(++server.seq, server.others)
  const db = new PrivateDatabase(`ada${opened}` as PrincipalId, 'life', { indexedDB: new IDBFactory(), IDBKeyRange })
  let project = { voteCount: 10, voteSeq: 0 }
  let waiting: boolean[] = []
  const set = (wish: boolean) => {
    if (wish) server.hasRow = true
    if (server.isCast === wish) return
    server.isCast = wish
    step()
  }
  const show = async () => {
    for (const wish of waiting) await showVote(db, { projectId, isCast: wish }, '2026-02-02T00:00:00.000Z')
  }
  return {
    db,
    press: async (wish: boolean) => {
      waiting.push(wish)
      await show()
    },
    othersVote: async () => {
      server.others += 1
      step()
    },
    voteElsewhere: async () => set(!server.isCast),
    pullDirectory: async () => {
      project = { voteCount: countNow(), voteSeq: server.seq }
    },
    /** The push alone, its reply lost: what waits stays, and the server has done it. */
    pushUnheard: async () => waiting.forEach(set),
    syncMe: async () => {
      waiting.forEach(set)
      waiting = []
      const told = { id: projectId, isCast: server.isCast, votedAt: '', voteCount: countNow(), voteSeq: server.seq, version: 7 }
      if (server.hasRow) await db.votes.put(told)
      else await db.votes.delete(projectId)
    },
    shown: async () => {
      const vote = await db.votes.get(projectId)
      const known = Math.max(project.voteSeq, vote?.voteSeq ?? 0)
      return { count: countWith(project, vote), isCast: isCast(vote), others: othersAt.get(known) }
    },
    server: () => ({ count: countNow(), isCast: server.isCast }),
  }
}

const events = ['cast', 'take back', 'others', 'directory', 'me', 'elsewhere', 'unheard'] as const
const run = async (world: ReturnType<typeof start>, event: (typeof events)[number]) => {
  if (event === 'cast') await world.press(true)
  if (event === 'take back') await world.press(false)
  if (event === 'others') await world.othersVote()
  if (event === 'directory') await world.pullDirectory()
  if (event === 'me') await world.syncMe()
  if (event === 'elsewhere') await world.voteElsewhere()
  if (event === 'unheard') await world.pushUnheard()
}

test('at every moment the number shown is that of the others, as far as they are known, and one’s own wish', async () => {
  const history = fc.array(fc.constantFrom(...events.slice(0, 5)), { maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(history, async (happens) => {
      const world = start()
      for (const event of happens) {
        await run(world, event)
        const { count, isCast: wish, others } = await world.shown()
        expect(count).toBe((others ?? Number.NaN) + Number(wish))
      }
      await world.db.delete()
    }),
    { numRuns: 40 },
  )
})

test('whatever was lost on the way or done on another device, after a whole sync the number is the server’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...events), { maxLength: 14 }), async (happens) => {
      const world = start()
      for (const event of happens) await run(world, event)
      await world.syncMe()
      await world.pullDirectory()
      const { count, isCast: wish } = await world.shown()
      expect({ count, isCast: wish }).toEqual(world.server())
      await world.db.delete()
    }),
    { numRuns: 40 },
  )
})
