import { urlOf } from '#server/http/request-url.ts'
import { bodyLimitOf } from './body-limits.ts'
import { readBytes } from './read-body.ts'

/** A route's parser for a body that must stay unparsed: a signature covers its bytes, or it is not JSON. */
export const plainTextBody = async ({ request }: { request: Request }) =>
  new TextDecoder().decode(await readBytes(request, bodyLimitOf(urlOf(request).pathname).bytes))
