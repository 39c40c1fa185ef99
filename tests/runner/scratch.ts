import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** The in-memory file system that Linux mounts for every process. */
const SHARED_MEMORY = '/dev/shm'
const NAME = 'latchkey-tests-'
const GIGABYTE = 1024 ** 3
/** The run of all tests stores at most about 1 GB there. */
const ROOM_BYTES = 4 * GIGABYTE
/** Memory needed by browsers, servers and test processes in addition. */
const FREE_MEMORY_BYTES = 8 * GIGABYTE

type Place = {
  folder?: string
  freeMemory?: number
  /** Whether a process is running. */
  isAlive?: (pid: number) => boolean
}

/**
 * The folder for everything that a run writes and that is not read after it: databases, browser profiles, built copies. In memory
 * when there is space: a test database has 700 files, and a disk takes ten times as long to create them.
 *
 * Its name contains the id of this process, so that the next run removes what a killed one left.
 */
export function openScratch(place: Place = {}): { folder: string; remove: () => void } {
  const { folder = SHARED_MEMORY, freeMemory = freemem(), isAlive = runs } = place
  if (!hasRoom(folder, freeMemory)) return { folder: tmpdir(), remove: () => undefined }
  for (const name of readdirSync(folder)) {
    if (name.startsWith(NAME) && !isAlive(Number(name.slice(NAME.length)))) remove(`${folder}/${name}`)
  }
  const own = `${folder}/${NAME}${process.pid}`
  mkdirSync(own, { recursive: true })
  // With the permissions of the usual temporary folder: Postgres refuses to run as root, and other accounts create their own
  // folders here.
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
