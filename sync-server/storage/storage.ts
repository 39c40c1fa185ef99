import { mkdir, rename, rm } from 'node:fs/promises'
import { S3Client } from 'bun'
import type { Env } from '#server/env.ts'
import { inSpan } from '#server/observe/traces/spans.ts'

/** Stores uploads by file name. The server generates the names from random bits. */
export type Storage = {
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** `undefined` when there is no such file. */
  get: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Does nothing when there is no such file. */
  remove: (name: string) => Promise<void>
}

/** A folder on this machine. Nodes on several machines need S3, or a shared folder. */
export function diskStorage(folder: string): Storage {
  /** Each name is written once. The remains of a failed write are removed with the file. */
  const unfinished = (name: string) => `${folder}/.${name}`
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      // The rename makes the file appear as a whole, also when the machine stops during the write.
      await Bun.write(unfinished(name), bytes)
      await rename(unfinished(name), `${folder}/${name}`)
    },
    async get(name) {
      try {
        return await Bun.file(`${folder}/${name}`).bytes()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(name) {
      for (const path of [`${folder}/${name}`, unfinished(name)]) await rm(path, { force: true })
    },
  }
}

export type S3Settings = { bucket: string; endpoint?: string; region: string; accessKeyId: string; secretAccessKey: string }

/** A bucket of S3, or of a compatible service. Files are private there; this server serves them. */
export function s3Storage(settings: S3Settings): Storage {
  const client = new S3Client(settings)
  const key = (name: string) => `uploads/${name}`
  const step = <Result>(name: string, call: () => Promise<Result>) => inSpan(`s3 ${name}`, 'client', {}, call)
  return {
    put: async (name, bytes) => void (await step('put', () => client.write(key(name), bytes, { type: 'image/webp' }))),
    async get(name) {
      try {
        return await step('get', () => client.file(key(name)).bytes())
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (name) => step('delete', () => client.delete(key(name))),
  }
}

/** Missing-file errors of the file system and of S3. */
const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'NoSuchKey')

/** The bucket when one is configured, otherwise a folder in `DATA_DIR`. */
export function openStorage(env: Env): Storage {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !accessKeyId || !secretAccessKey) return diskStorage(`${env.DATA_DIR}/uploads`)
  return s3Storage({
    bucket,
    accessKeyId,
    secretAccessKey,
    region: env.S3_REGION,
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
  })
}
