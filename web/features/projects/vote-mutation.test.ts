import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrincipalId, ProjectId } from '#shared/ids.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { showVote, uncounted } from './vote-mutation.ts'

const projectId = 'prj_1' as ProjectId
let opened = 0

const openDatabase = () => {
  opened += 1
  return new PrivateDatabase(`ada${opened}` as PrincipalId, 'life', { indexedDB: new IDBFactory(), IDBKeyRange })
}

/** What the screen says of a project: whether one's vote is cast, and its count as the server last told it, corrected. */
async function shown(db: PrivateDatabase, serverCount: number) {
  const vote = await db.votes.get(projectId)
  return { isCast: vote !== undefined && !vote.isTakenBack, count: serverCount + uncounted(vote) }
}

test('whatever is pressed and pulled in between, one account is shown as one vote at most', async () => {
  const wishes = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), wishes, fc.boolean(), async (isOnServer, pressed, isPulledBetween) => {
      const db = openDatabase()
      const others = 10
      const serverCount = others + (isOnServer ? 1 : 0)
      const pull = async () => {
        if (isOnServer) await db.votes.put({ id: projectId, votedAt: '2026-01-01T00:00:00.000Z', version: 77 })
        else await db.votes.delete(projectId)
      }
      const show = async () => {
        for (const isCast of pressed) await showVote(db, { projectId, isCast }, '2026-02-02T00:00:00.000Z')
      }
      await pull()
      await show()
      // Every pull that brings rows shows the waiting commands once more.
      if (isPulledBetween) await pull()
      await show()
      const isCast = pressed.at(-1) === true
      expect(await shown(db, serverCount)).toEqual({ isCast, count: others + (isCast ? 1 : 0) })
      await db.delete()
    }),
    { numRuns: 60 },
  )
})
