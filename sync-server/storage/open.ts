import type { Env } from '#server/env.ts'
import { diskStorage, type Storage, s3Storage } from './storage.ts'

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
