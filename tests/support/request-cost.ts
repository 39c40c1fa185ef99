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
  /**
   * Processor time. From the limit of the measurement on, it is divided by how many times as long as usual this machine takes for a
   * reference (`cost-node.ts`).
   */
  threadMs: number
  grownBytes: number
}

export type CostNode = {
  url: string
  db: Database
  visitor: () => Client
  /**
   * Runs some work, and returns its cost on the node.
   *
   * @param mostMs  the limit of the processor time, where the test has one. The reference takes longer than most requests, and is
   *   not measured below it.
   */
  costOf: (work: () => Promise<unknown>, mostMs?: number) => Promise<Cost>
}

/** Time for jobs caused by a request, and for the rest of its response. */
const AFTERWARDS_MS = 5

const ATTEMPTS = 3

/** The least cost of up to three attempts: a garbage collection or a neighbour adds to one, and nothing takes away from it. */
export async function leastCost(measure: (mostMs: number) => Promise<Cost>, mostMs: number): Promise<Cost> {
  let least = await measure(mostMs)
  for (let attempt = 1; attempt < ATTEMPTS && (least.threadMs >= mostMs || least.grownBytes >= MAX_BYTES); attempt += 1) {
    const { threadMs, grownBytes } = await measure(mostMs)
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
  const command = (word: 'begin' | { mostMs: number | undefined }) => {
    const answer = nextLine()
    child.send(word)
    return answer
  }
  const url = String(await ready)
  const costOf: CostNode['costOf'] = async (work, mostMs) => {
    await command('begin')
    await work()
    await Bun.sleep(AFTERWARDS_MS)
    return (await command({ mostMs })) as Cost
  }
  return { url, db, costOf, visitor: () => createClient(url) }
}
