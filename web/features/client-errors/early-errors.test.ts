import { expect, test } from 'vitest'
import { keepEarlyErrors, takeErrors } from './early-errors.ts'

test('errors before the reporter is loaded are kept for it, and later ones are given to it directly, each once', () => {
  keepEarlyErrors()
  dispatchEvent(new ErrorEvent('error', { error: new Error('before') }))
  const taken: unknown[] = []
  takeErrors((event) => taken.push((event as ErrorEvent).error.message))
  expect(taken).toEqual(['before'])
  dispatchEvent(new ErrorEvent('screen', { error: new Error('after') }))
  expect(taken).toEqual(['before', 'after'])
})

test('a page that fails again and again keeps its first errors', () => {
  keepEarlyErrors()
  for (let at = 0; at < 50; at += 1) dispatchEvent(new ErrorEvent('error', { error: new Error(String(at)) }))
  const taken: unknown[] = []
  takeErrors((event) => taken.push((event as ErrorEvent).error.message))
  expect(taken).toEqual(Array.from({ length: 10 }, (_, at) => String(at)))
})
