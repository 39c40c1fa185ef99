import { mkdir, rename, rm } from 'node:fs/promises'
import { S3Client } from 'bun'

/** Where uploads are kept, by their file name. Names are ours, made of random bits. */
export type Storage = {
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** `undefined` when there is no such file. */
  get: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Does nothing when there is no such file. */
  remove: (name: string) => Promise<void>
}

/** A folder of this machine. Nodes on several machines need S3, or a folder that they share. */
export function diskStorage(folder: string): Storage {
  /** Each name is written once. What a fault left here goes with the picture. */
  const unfinished = (name: string) => `${folder}/.${name}`
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      // Under its name a file is whole, also when the machine stops in the middle.
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

/** A bucket of S3, or of anything that speaks it. Files are private there; this server hands them out. */
export function s3Storage(settings: S3Settings): Storage {
  const client = new S3Client(settings)
  const key = (name: string) => `uploads/${name}`
  return {
    put: async (name, bytes) => void (await client.write(key(name), bytes, { type: 'image/webp' })),
    async get(name) {
      try {
        return await client.file(key(name)).bytes()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (name) => client.delete(key(name)),
  }
}

/** As a file system and as S3 report it. */
const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'NoSuchKey')
