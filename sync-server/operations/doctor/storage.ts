import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from '#server/error-code.ts'
import type { Storage } from '#server/storage/storage.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Writes a file, reads it and removes it, as an upload does. */
export async function checkStorage(storage: Storage, isS3: boolean): Promise<Finding[]> {
  const name = `doctor-${crypto.randomUUID()}.webp`
  const content = Buffer.from(name)
  const where = isS3 ? 'The bucket' : 'DATA_DIR/uploads'
  const remedy = isS3
    ? 'Check the S3_ variables, and that the key may get, put and delete objects below "uploads/".'
    : 'Let the user of the server write to DATA_DIR.'
  const steps = {
    write: () => storage.put(name, content),
    read: async () => {
      if (!content.equals((await storage.get(name)) ?? Buffer.alloc(0))) throw new Error('another content')
    },
    delete: () => storage.remove(name),
  }
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run()
    } catch (error) {
      if (step === 'read') await storage.remove(name).catch(() => undefined)
      return [problem(`${where}: cannot ${step} a file (${codeOf(error) || 'error'}).`, remedy)]
    }
  }
  return [ok(`${where} can be written and read.`)]
}

const GB = 1024 ** 3
const LEAST_BYTES = 0.2 * GB
const SCARCE_BYTES = 2 * GB

export async function checkSpace(folder: string, measure: typeof statfs = statfs): Promise<Finding[]> {
  let path = resolve(folder)
  while (!existsSync(path)) path = dirname(path)
  const { bavail, bsize } = await measure(path)
  const free = bavail * bsize
  const text = `${(free / GB).toFixed(1)} GB are free in DATA_DIR.`
  const remedy = 'Enlarge the disk, or move DATA_DIR: a database that cannot write stops.'
  if (free < LEAST_BYTES) return [problem(text, remedy)]
  return [free < SCARCE_BYTES ? warning(text, remedy) : ok(text)]
}
