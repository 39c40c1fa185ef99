import { expect, test } from 'vitest'
import { readText } from './read-body.ts'

/** A reply whose body arrives in pieces of one byte: characters of several bytes are split. */
function inPieces(text: string): Response {
  const bytes = new TextEncoder().encode(text)
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    }),
  )
}

const text = 'Zoë – 日本 – 🔑'
const count = new TextEncoder().encode(text).length

test('a text is the same in one piece and in pieces that split its characters', async () => {
  expect(await readText(inPieces(text), () => undefined)).toBe(text)
})

test('the headers and each piece of a body are reported as progress', async () => {
  let reports = 0
  await readText(inPieces(text), () => reports++)
  expect(reports).toBe(1 + count)
})

test('a reply without a body is an empty text', async () => {
  expect(await readText(new Response(null, { status: 204 }), () => undefined)).toBe('')
})

test('a connection that is lost within a body is an error', async () => {
  const broken = new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([91]))
        controller.error(new TypeError('network error'))
      },
    }),
  )
  await expect(readText(broken, () => undefined)).rejects.toThrow('network error')
})
