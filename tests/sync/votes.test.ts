import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { projects } from '#drizzle/schema/index.ts'
import type { ProjectId } from '#shared/ids.ts'
import { addProject, verifiedMember } from '#tests/support/actors/projects.ts'
import { startTestApp } from '#tests/support/app.ts'
import { countWith, isCast } from '#web/features/projects/marketplace/vote-state.ts'
import { RoughNetwork } from './support/rough-network.ts'
import { TestDevice } from './support/test-device.ts'

const app = await startTestApp()
const { db } = app.database

/** Devices of one verified account, each with a separate network, and what each shows of a project. */
async function devicesOf(count: number) {
  const ada = await verifiedMember(app)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const network = new RoughNetwork(app.url)
      for (const [name, value] of ada.cookies) network.cookies.set(name, value)
      const tab = await new TestDevice(network.send).openTab()
      await tab.client.switchPrincipal(ada.user.principalId)
      await tab.client.settle()
      const vote = (projectId: ProjectId, wish: boolean) => tab.client.enqueue('vote.cast', { projectId, isCast: wish })
      return { network, tab, vote }
    }),
  )
}
type Device = Awaited<ReturnType<typeof devicesOf>>[number]

const row = async (id: ProjectId) => (await db.select().from(projects).where(eq(projects.id, id)))[0]
async function shown({ tab }: Device, id: ProjectId) {
  const [vote, project] = [await tab.db.votes.get(id), await row(id)]
  if (!project) throw new Error('The project is gone.')
  return { isCast: isCast(vote), count: countWith(project, vote) }
}

test('two devices of one account vote offline for the same project: one vote is stored, and both devices show it', async () => {
  const id = await addProject(db, { importedVotes: 40, voteCount: 40 })
  const devices = await devicesOf(2)
  for (const device of devices) {
    device.network.isOnline = false
    await device.vote(id, true)
    expect(await shown(device, id)).toEqual({ isCast: true, count: 41 })
  }
  for (const { network, tab } of devices) {
    network.heal()
    await tab.client.settle(['me'])
  }
  for (const { tab } of devices) await tab.client.settle(['me'])
  expect((await row(id))?.voteCount).toBe(41)
  for (const device of devices) {
    expect(await shown(device, id)).toEqual({ isCast: true, count: 41 })
    expect(await device.tab.db.outbox.count()).toBe(0)
    device.tab.kill()
  }
})

test('a vote whose push is lost, doubled or late counts once, and so does its undoing', async () => {
  const id = await addProject(db)
  const [device] = await devicesOf(1)
  if (!device) throw new Error('There is no device.')
  const { network, tab, vote } = device
  for (const wish of [true, false, true]) {
    await vote(id, wish)
    for (const fate of ['loses the request', 'loses the reply', 'doubles'] as const) {
      network.fates.push(fate)
      await tab.client.settle(['me'])
    }
    network.heal()
    await tab.client.settle(['me'])
    expect((await row(id))?.voteCount).toBe(wish ? 1 : 0)
    expect(await shown(device, id)).toEqual({ isCast: wish, count: wish ? 1 : 0 })
  }
  tab.kill()
})

test('a refused vote leaves the screen, and the user is notified', async () => {
  const draft = await addProject(db, { isPublished: false })
  const [device] = await devicesOf(1)
  if (!device) throw new Error('There is no device.')
  await device.vote(draft, true)
  await device.tab.client.settle(['me'])
  expect(await shown(device, draft)).toEqual({ isCast: false, count: 0 })
  expect(await device.tab.db.outbox.toArray()).toMatchObject([{ state: 'refused', refusal: { code: 'not-found' } }])
  device.tab.kill()
})
