import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrincipalId, ProjectId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { showVote } from './vote-mutations.ts'
import { countWith, isCast } from './vote-state.ts'

const projectId = 'prj_1' as ProjectId
let opened = 0

/** A model of a server and one of its devices, with the number of other voters at each vote sequence number. */
function start() {
  opened += 1
  const server = { others: 10, isCast: false, seq: 0, hasRow: false }
  const othersAt = new Map([[0, 10]])
  const countNow = () => server.others + Number(server.isCast)
  const step = () => othersAt.set(++server.seq, server.others)
  const db = new PrivateDatabase(`ada${opened}` as PrincipalId, 'life', { indexedDB: new IDBFactory(), IDBKeyRange })
  let project = { voteCount: 10, voteSeq: 0 }
  let pending: boolean[] = []
  const set = (isCast: boolean) => {
    if (isCast) server.hasRow = true
    if (server.isCast === isCast) return
    server.isCast = isCast
    step()
  }
  const show = async () => {
    for (const isCast of pending) await showVote(db, { projectId, isCast }, '2026-02-02T00:00:00.000Z')
  }
  return {
    db,
    press: async (isCast: boolean) => {
      pending.push(isCast)
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
    /** The push succeeds and its reply is lost: the pending mutations remain, and the server has applied them. */
    pushUnheard: async () => pending.forEach(set),
    syncMe: async () => {
      pending.forEach(set)
      pending = []
      const row = { id: projectId, isCast: server.isCast, votedAt: '', voteCount: countNow(), voteSeq: server.seq, version: 7 }
      if (server.hasRow) await db.votes.put(row)
      else await db.votes.delete(projectId)
    },
    shown: async () => {
      const vote = await db.votes.get(projectId)
      const latestSeq = Math.max(project.voteSeq, vote?.voteSeq ?? 0)
      return { count: countWith(project, vote), isCast: isCast(vote), others: othersAt.get(latestSeq) }
    },
    server: () => ({ count: countNow(), isCast: server.isCast }),
  }
}

const events = ['cast', 'take back', 'others', 'directory', 'me', 'elsewhere', 'unheard'] as const
const run = async (model: ReturnType<typeof start>, event: (typeof events)[number]) => {
  if (event === 'cast') await model.press(true)
  if (event === 'take back') await model.press(false)
  if (event === 'others') await model.othersVote()
  if (event === 'directory') await model.pullDirectory()
  if (event === 'me') await model.syncMe()
  if (event === 'elsewhere') await model.voteElsewhere()
  if (event === 'unheard') await model.pushUnheard()
}

test('at every moment the displayed number is the known votes of others plus the user’s own vote', async () => {
  const history = fc.array(fc.constantFrom(...events.slice(0, 5)), { maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(history, async (happens) => {
      const model = start()
      for (const event of happens) {
        await run(model, event)
        const { count, isCast: isVoted, others } = await model.shown()
        expect(count).toBe((others ?? Number.NaN) + Number(isVoted))
      }
      await model.db.delete()
    }),
    { numRuns: 40 },
  )
})

test('after a complete sync the number is the server’s, despite lost messages and votes on other devices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...events), { maxLength: 14 }), async (happens) => {
      const model = start()
      for (const event of happens) await run(model, event)
      await model.syncMe()
      await model.pullDirectory()
      const { count, isCast: isVoted } = await model.shown()
      expect({ count, isCast: isVoted }).toEqual(model.server())
      await model.db.delete()
    }),
    { numRuns: 40 },
  )
})
