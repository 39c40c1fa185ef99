import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { PRINCIPAL_HEADER } from '#shared/accounts/principal-header.ts'
import { uploadPicture } from '#web/net/tab/upload.ts'
import { createApi, del, get, patch, post, put } from './api.ts'
import { nameShown } from './shown-principal.ts'

afterEach(() => {
  nameShown(undefined)
  vi.unstubAllGlobals()
})

/** The principal headers of the calls of `work`. */
async function namesOf(work: () => Promise<unknown>): Promise<(string | null)[]> {
  const names: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    names.push(new Headers(init.headers).get(PRINCIPAL_HEADER))
    return new Response(null, { status: 204 })
  })
  await work()
  return names
}

const every = async () => {
  for (const call of [post, put, patch]) await call('/api/x', { a: 1 }, v.unknown())
  for (const call of [get, del]) await call('/api/x', v.unknown())
}

test.each(['pri_1', 'guest'])('each user request names the principal of the screens: %s', async (shown) => {
  nameShown(shown)
  expect(await namesOf(every)).toEqual(Array.from({ length: 5 }, () => shown))
})

test('a request names no principal while that of the screens is unknown', async () => {
  nameShown('pri_1')
  nameShown(undefined)
  expect(await namesOf(every)).toEqual(Array.from({ length: 5 }, () => null))
})

test('a request keeps its own headers in addition to the principal', async () => {
  nameShown('pri_1')
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return new Response(null, { status: 204 })
  })
  await post('/api/x', { a: 1 }, v.unknown(), { headers: { 'x-own': 'yes' } })
  expect([sent[0]?.get('content-type'), sent[0]?.get('x-own')]).toEqual(['application/json', 'yes'])
})

test('the sync, which names its principal in the body, does not send the header', async () => {
  nameShown('pri_1')
  const api = createApi((path, init) => fetch(path, init))
  expect(await namesOf(() => api.post('/api/sync/push', {}, v.unknown()))).toEqual([null])
})

test('an upload names the principal of the screens', async () => {
  nameShown('pri_1')
  const headers = new Map<string, string>()
  class Sending {
    upload = {}
    status = 200
    responseText = JSON.stringify({ url: '/uploads/a.webp', fileUrl: '/uploads/a.webp' })
    onload = () => undefined
    open() {}
    setRequestHeader(name: string, value: string) {
      headers.set(name, value)
    }
    send() {
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending)
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  await uploadPicture('/api/upload-image')(new File(['x'], 'a.png'), options)
  expect([...headers]).toEqual([[PRINCIPAL_HEADER, 'pri_1']])
})
