import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** The file system in memory that Linux mounts for every process. */
const SHARED_MEMORY = '/dev/shm'
const NAME = 'latchkey-tests-'
const GIGABYTE = 1024 ** 3
/** The run of all tests keeps at most about 1 GB there. */
const ROOM_BYTES = 4 * GIGABYTE
/** What browsers, servers and test processes need beside it. */
const FREE_MEMORY_BYTES = 8 * GIGABYTE

type Place = {
  folder?: string
  freeMemory?: number
  /** Whether a process runs. */
  isAlive?: (pid: number) => boolean
}

/**
 * The folder for everything that a run writes and nobody reads again: databases, profiles of browsers, built copies. In memory
 * where there is room: a test database has 700 files, and a disk takes ten times as long to make them.
 *
 * It is named after this process, so that the next run removes what a killed one left.
 */
export function openScratch(place: Place = {}): { folder: string; remove: () => void } {
  const { folder = SHARED_MEMORY, freeMemory = freemem(), isAlive = runs } = place
  if (!hasRoom(folder, freeMemory)) return { folder: tmpdir(), remove: () => undefined }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(NAME) && !isAlive(Number(name.slice(NAME.length)))) remove(`${folder}/${name}`)
  }
  const own = `${folder}/${NAME}${process.pid}`
  mkdirSync(own, { recursive: true })
  // As the usual temporary folder: Postgres refuses to run as root, and other accounts make folders of their own here.
  chmodSync(own, 0o1777)
  return { folder: own, remove: () => remove(own) }
}

/** A process that just ended may still write. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

function hasRoom(folder: string, freeMemory: number): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= ROOM_BYTES && freeMemory >= FREE_MEMORY_BYTES
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
