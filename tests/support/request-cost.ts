import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inject } from 'vitest'
import { connect, type Database } from '#server/database/client.ts'
import { atEnd } from '#tests/support/database/at-end.ts'
import { createDatabase } from '#tests/support/database/template-database.ts'
import { type Client, createClient } from './client.ts'

/** Limits for one request of a visitor on a node: the time of all its threads, and its maximum memory. */
export const MAX_MS = 100
export const MAX_BYTES = 50 * 1024 * 1024

export type Cost = {
  /** Processor time, divided by how many times as long as usual this machine takes for a reference (`cost-node.ts`). */
  threadMs: number
  grownBytes: number
}

export type CostNode = {
  url: string
  db: Database
  visitor: () => Client
  /** Runs some work, and returns its cost on the node. */
  costOf: (work: () => Promise<unknown>) => Promise<Cost>
}

/** Time for jobs caused by a request, and for the rest of its response. */
const AFTERWARDS_MS = 5

const ATTEMPTS = 3

/** The least cost of up to three attempts: a garbage collection or a neighbour adds to one, and nothing takes away from it. */
export async function leastCost(measure: () => Promise<Cost>, mostMs: number): Promise<Cost> {
  let least = await measure()
  for (let attempt = 1; attempt < ATTEMPTS && (least.threadMs >= mostMs || least.grownBytes >= MAX_BYTES); attempt += 1) {
    const { threadMs, grownBytes } = await measure()
    least = { threadMs: Math.min(least.threadMs, threadMs), grownBytes: Math.min(least.grownBytes, grownBytes) }
  }
  return least
}

/** A node in a separate process (`cost-node.ts`), on a separate database. */
export async function startCostNode(): Promise<CostNode> {
  const socketPath = inject('postgresSocket')
  const { database, drop } = await createDatabase(socketPath)
  const folder = mkdtempSync(`${tmpdir()}/latchkey-cost-`)
  const { db, close } = connect({ socketPath, database }, { max: 1 })
  let onWord: (word: unknown) => void = () => undefined
  const nextLine = () =>
    new Promise<unknown>((resolve) => {
      onWord = resolve
    })
  const ready = nextLine()
  const child = Bun.spawn([process.execPath, new URL('./cost-node.ts', import.meta.url).pathname], {
    env: { ...process.env, SOCKET_PATH: socketPath, DATABASE: database, DATA_DIR: folder },
    ipc: (word) => onWord(word),
    stdout: 'ignore',
  })
  atEnd(async () => {
    child.send('stop')
    await Promise.all([child.exited, close()])
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const command = (word: string) => {
    const answer = nextLine()
    child.send(word)
    return answer
  }
  const url = String(await ready)
  const costOf = async (work: () => Promise<unknown>) => {
    await command('begin')
    await work()
    await Bun.sleep(AFTERWARDS_MS)
    return (await command('end')) as Cost
  }
  return { url, db, costOf, visitor: () => createClient(url) }
}
